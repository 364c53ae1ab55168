/**
 * What a member looks like, as a pure function of number, age and country. The profile and the pictures are derived
 * from the same values, so that a text never contradicts a photo.
 */
import type { Gender } from "@serenade/contract/attributes";
import type { Country } from "@serenade/contract/locales";
import { type Random, randomOf } from "./random.ts";

/** Only colours that can be drawn; a subset of HAIR_COLORS. */
export type DrawnHair = "black" | "brown" | "blond" | "red" | "grey" | "white";
export type DrawnEyes = "brown" | "blue" | "green" | "grey" | "hazel";
/** Years of age, both ends included. */
export const AGE_BANDS = { young: [18, 33], middle: [34, 49], mature: [50, 75] } as const;
export type AgeBand = keyof typeof AGE_BANDS;
export type Ancestry = "northern" | "southern" | "african" | "east_asian" | "south_asian" | "middle_eastern";

export interface Look {
  gender: Gender;
  age: number;
  ancestry: Ancestry;
  hair_color: DrawnHair;
  eye_color: DrawnEyes;
  /** From the fairest (0) to the darkest (1). */
  skin: number;
  texture: "straight" | "curly" | "coily";
  headscarf: boolean;
}

/** Known before the date of birth is. */
export function genderAndBandOf(number: number): { gender: Gender; age_band: AgeBand } {
  const random = randomOf(number, "look");
  const gender = random.weighted<Gender>({ woman: 50, man: 46, nonbinary: 4 });
  return { gender, age_band: random.weighted<AgeBand>({ young: 44, middle: 36, mature: 20 }) };
}

export function lookOf(number: number, gender: Gender, age: number, country: Country): Look {
  const random = randomOf(number, "appearance");
  const ancestry = random.weighted(ANCESTRY[country] ?? ANCESTRY_ELSEWHERE);
  const [fair, dark] = SKIN[ancestry];
  const natural = random.weighted(HAIR[ancestry]);
  const hair_color = agedHair(natural, age, random);
  const fairHaired = natural === "blond" || natural === "red";
  return {
    gender,
    age,
    ancestry,
    hair_color,
    eye_color: random.weighted(fairHaired || random.chance(0.3) ? LIGHT_EYES[ancestry] : EYES[ancestry]),
    skin: fair + (dark - fair) * random.next() * (fairHaired ? 0.5 : 1),
    texture: random.weighted(TEXTURES[ancestry]),
    headscarf:
      gender === "woman" && (ancestry === "middle_eastern" || ancestry === "south_asian") && random.chance(0.28),
  };
}

type Shares = Partial<Record<Ancestry, number>>;
/** Of the people in a town, roughly. */
const ANCESTRY_ELSEWHERE: Shares = {
  northern: 72,
  southern: 12,
  middle_eastern: 6,
  african: 6,
  south_asian: 2,
  east_asian: 2,
};
const ANCESTRY: Partial<Record<Country, Shares>> = {
  US: { northern: 46, southern: 22, african: 17, east_asian: 7, south_asian: 4, middle_eastern: 4 },
  CA: { northern: 62, southern: 12, east_asian: 10, south_asian: 8, african: 5, middle_eastern: 3 },
  AU: { northern: 70, southern: 10, east_asian: 11, south_asian: 6, african: 2, middle_eastern: 1 },
  NZ: { northern: 68, southern: 12, east_asian: 11, south_asian: 7, african: 2 },
  GB: { northern: 72, southern: 7, south_asian: 9, african: 8, east_asian: 3, middle_eastern: 1 },
  FR: { northern: 50, southern: 28, african: 10, middle_eastern: 10, east_asian: 2 },
  BE: { northern: 68, southern: 14, african: 8, middle_eastern: 9, east_asian: 1 },
  NL: { northern: 74, southern: 9, african: 7, middle_eastern: 8, east_asian: 2 },
  DE: { northern: 72, southern: 12, middle_eastern: 11, african: 3, east_asian: 2 },
  ES: { northern: 16, southern: 74, african: 4, middle_eastern: 5, east_asian: 1 },
  IT: { northern: 20, southern: 72, african: 4, middle_eastern: 3, east_asian: 1 },
  PL: { northern: 94, southern: 5, east_asian: 1 },
  FI: { northern: 95, southern: 2, african: 2, middle_eastern: 1 },
};
const SKIN: Record<Ancestry, [number, number]> = {
  northern: [0, 0.24],
  southern: [0.2, 0.46],
  middle_eastern: [0.26, 0.56],
  east_asian: [0.14, 0.34],
  south_asian: [0.5, 0.78],
  african: [0.68, 1],
};
const DARK_HAIR = { black: 72, brown: 28 };
const HAIR: Record<Ancestry, Partial<Record<DrawnHair, number>>> = {
  northern: { brown: 48, blond: 36, red: 9, black: 7 },
  southern: { brown: 58, black: 32, blond: 10 },
  middle_eastern: DARK_HAIR,
  east_asian: { black: 82, brown: 18 },
  south_asian: { black: 86, brown: 14 },
  african: { black: 90, brown: 10 },
};
const BROWN_EYES = { brown: 92, hazel: 8 };
const EYES: Record<Ancestry, Partial<Record<DrawnEyes, number>>> = {
  northern: { brown: 30, blue: 34, green: 14, grey: 10, hazel: 12 },
  southern: { brown: 70, hazel: 14, green: 10, blue: 6 },
  middle_eastern: { brown: 84, hazel: 12, green: 4 },
  east_asian: BROWN_EYES,
  south_asian: BROWN_EYES,
  african: BROWN_EYES,
};
const LIGHT_EYES: typeof EYES = {
  ...EYES,
  northern: { blue: 54, green: 20, grey: 14, hazel: 12 },
  southern: { brown: 40, hazel: 24, green: 20, blue: 16 },
};
const TEXTURES: Record<Ancestry, Partial<Record<Look["texture"], number>>> = {
  northern: { straight: 86, curly: 14 },
  southern: { straight: 66, curly: 34 },
  middle_eastern: { straight: 62, curly: 38 },
  east_asian: { straight: 1 },
  south_asian: { straight: 80, curly: 20 },
  african: { coily: 88, curly: 12 },
};

/** None is grey before forty; no hair is black past sixty-five. */
function agedHair(natural: DrawnHair, age: number, random: Random): DrawnHair {
  const at = random.next();
  if (age < 42) return natural;
  if (age >= 62 && at < 0.3) return "white";
  const grey = Math.min(0.72, (age - 40) / 34);
  if (at > 1 - grey) return "grey";
  return age > 60 && natural === "black" ? "grey" : natural;
}
