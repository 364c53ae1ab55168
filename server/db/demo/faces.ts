/**
 * The people on the pictures. There are FACES drawn people; member i has face i % FACES, and everything that a picture
 * shows (gender, hair, glasses, rough age) is derived from the face, so that a profile's text never contradicts its
 * photo.
 */
import type { Gender } from "@serenade/contract/attributes";
import { randomOf } from "./random.ts";

/** As many as the demo community has members, so that no two look the same. */
export const FACES = 600;

/** Only colours that can be drawn; a subset of HAIR_COLORS. */
export type DrawnHair = "black" | "brown" | "blond" | "red" | "grey" | "white";
export type DrawnEyes = "brown" | "blue" | "green" | "grey" | "hazel";
/** Years of age, both ends included. */
export const AGE_BANDS = { young: [18, 33], middle: [34, 49], mature: [50, 75] } as const;
export type AgeBand = keyof typeof AGE_BANDS;

export type Look = {
  gender: Gender;
  age_band: AgeBand;
  hair_color: DrawnHair;
  eye_color: DrawnEyes;
  /** Fair, medium, tan, brown, dark: position in the palette of portraits.ts. */
  skin: number;
  glasses: boolean;
  beard: boolean;
};

const HAIR_BY_BAND: Record<AgeBand, Partial<Record<DrawnHair, number>>> = {
  young: { black: 22, brown: 42, blond: 26, red: 10 },
  middle: { black: 20, brown: 44, blond: 24, red: 8, grey: 4 },
  mature: { black: 8, brown: 26, blond: 16, red: 4, grey: 34, white: 12 },
};

const FAIR_EYES: Record<DrawnEyes, number> = { brown: 32, blue: 36, green: 14, grey: 8, hazel: 10 };
const DARK_EYES: Partial<Record<DrawnEyes, number>> = { brown: 84, hazel: 14, green: 2 };

export const faceNumber = (member: number): number => member % FACES;

export function lookOf(face: number): Look {
  const random = randomOf(face, "look");
  const gender = random.weighted<Gender>({ woman: 50, man: 46, nonbinary: 4 });
  const age_band = random.weighted<AgeBand>({ young: 44, middle: 36, mature: 20 });
  const hair_color = random.weighted(HAIR_BY_BAND[age_band]);
  const skin = skinFor(hair_color, random.next());
  return {
    gender,
    age_band,
    hair_color,
    eye_color: random.weighted(skin > 1 ? DARK_EYES : FAIR_EYES),
    skin,
    glasses: random.chance(age_band === "mature" ? 0.4 : 0.2),
    beard: gender === "man" && random.chance(0.45),
  };
}

/** Fair hair is combined with the two fair skins; dark hair with any. */
function skinFor(hair: DrawnHair, at: number): number {
  if (hair === "blond" || hair === "red") return at < 0.7 ? 0 : 1;
  if (hair === "black") return Math.floor(at * 5);
  return at < 0.4 ? 0 : at < 0.75 ? 1 : at < 0.9 ? 2 : 3;
}
