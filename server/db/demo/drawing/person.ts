/** What does not change between two pictures of a person: build of the face, skin, hair, eyes. From the seed alone. */
import type { Gender } from "@serenade/contract/attributes";
import type { DrawnEyes, DrawnHair, Look } from "../faces.ts";
import { type Random, randomOf } from "../random.ts";
import { clamp } from "./shapes.ts";

export type Rgb = readonly [number, number, number];

/** 1 is the average unless noted; see head.ts for what they move. */
export interface Features {
  width: number;
  jaw: number;
  /** Centimetres longer or shorter. */
  chin: number;
  cheeks: number;
  browRidge: number;
  bridge: number;
  noseLength: number;
  noseOut: number;
  noseWidth: number;
  noseTip: number;
  /** 0 … 1 */
  hook: number;
  lips: number;
  eyes: number;
  /** Outer corners higher, in centimetres. */
  eyeTilt: number;
  /** 0 … 1: the lid covers its crease. */
  eyeFold: number;
  browWeight: number;
  browHeight: number;
  browArch: number;
  ears: number;
  neck: number;
  shoulders: number;
  /** 0 … 1 with age. */
  sag: number;
  folds: number;
  bags: number;
  lines: number;
}

export type Cut =
  | "long"
  | "longWavy"
  | "longCurly"
  | "bob"
  | "bobWavy"
  | "lob"
  | "bun"
  | "ponytail"
  | "pixie"
  | "crop"
  | "sidePart"
  | "sweptBack"
  | "curlyTop"
  | "shortCurly"
  | "afro"
  | "afroShort"
  | "braids"
  | "buzz"
  | "thinning"
  | "bald"
  | "manBun"
  | "shoulderLength"
  | "headscarf";

export interface Person {
  number: number;
  gender: Gender;
  age: number;
  /** How feminine the build is: 0 … 1. */
  soft: number;
  skin: Rgb;
  hair: Rgb;
  /** Share of strands without colour. */
  grey: number;
  eye: Rgb;
  cut: Cut;
  /** -1 … 1: where the hair is parted. */
  part: number;
  fringe: number;
  /** Centimetres; 0 is shaven. */
  beard: number;
  beardShape: "full" | "goatee" | "stubble" | "moustache" | "none";
  glasses: "round" | "square" | "cat" | "thin" | "none";
  glassesColor: Rgb;
  freckles: number;
  earrings: boolean;
  makeup: number;
  features: Features;
}

const HAIR: Record<DrawnHair, Rgb> = {
  black: [34, 26, 24],
  brown: [84, 55, 36],
  blond: [190, 150, 98],
  red: [156, 76, 40],
  grey: [132, 126, 120],
  white: [216, 212, 206],
};
const EYES: Record<DrawnEyes, Rgb> = {
  brown: [92, 58, 32],
  blue: [86, 130, 172],
  green: [104, 132, 86],
  grey: [122, 136, 146],
  hazel: [136, 102, 54],
};

/** From the fairest to the darkest. */
const SKINS: readonly Rgb[] = [
  [238, 203, 182],
  [230, 188, 160],
  [219, 172, 138],
  [201, 150, 112],
  [172, 120, 84],
  [134, 88, 62],
  [100, 66, 49],
];

const CUTS: Record<"woman" | "man", Partial<Record<Cut, number>>> = {
  woman: { long: 20, longWavy: 20, lob: 14, bob: 11, bobWavy: 10, bun: 10, ponytail: 9, pixie: 6, longCurly: 5 },
  man: { sidePart: 26, sweptBack: 20, crop: 22, curlyTop: 10, buzz: 8, manBun: 3, shoulderLength: 3 },
};
const MATURE: typeof CUTS = {
  woman: { bob: 24, bobWavy: 22, pixie: 22, lob: 14, bun: 12, longWavy: 5, ponytail: 4 },
  man: { sidePart: 24, sweptBack: 16, crop: 16, thinning: 24, buzz: 8, bald: 10, curlyTop: 3 },
};
const CURLY: typeof CUTS = {
  woman: { longCurly: 34, bobWavy: 18, bun: 16, longWavy: 18, lob: 6, shortCurly: 8 },
  man: { curlyTop: 34, crop: 20, shortCurly: 24, buzz: 12, sweptBack: 8 },
};
const COILY: typeof CUTS = {
  woman: { afro: 28, braids: 30, bun: 14, afroShort: 16, longCurly: 12 },
  man: { afroShort: 40, buzz: 34, shortCurly: 14, bald: 10, braids: 4 },
};

export function personOf(number: number, look: Look): Person {
  const random = randomOf(number, "person");
  const soft =
    look.gender === "woman"
      ? 0.78 + random.next() * 0.22
      : look.gender === "man"
        ? random.next() * 0.22
        : 0.3 + random.next() * 0.4;
  const hairKind = soft > 0.5 ? "woman" : "man";
  const old = look.age;
  const cut = cutOf(random, look, hairKind);
  const tint = random.next() - 0.5;
  const skin = shade(skinOf(look.skin), tint * 0.06);
  const grey = greyOf(old, look.hair_color, random.next());
  const bearded = soft < 0.5 && old > 20 && random.chance(look.gender === "man" ? 0.55 : 0.2);
  const beardShape = !bearded
    ? "none"
    : random.weighted({ full: 40, stubble: 40, goatee: 12, moustache: old > 30 ? 8 : 2 });
  return {
    number,
    gender: look.gender,
    age: old,
    soft,
    skin,
    hair: shade(HAIR[look.hair_color], (random.next() - 0.5) * 0.22),
    grey,
    eye: EYES[look.eye_color],
    cut,
    part: random.pick([-0.5, -0.4, 0.4, 0.5, 0.05]) + (random.next() - 0.5) * 0.2,
    fringe: soft > 0.5 && random.chance(0.24) ? 0.5 + random.next() * 0.5 : 0,
    beard: beardShape === "full" ? 0.5 + random.next() ** 2 * 1.6 : 0.25,
    beardShape,
    glasses: random.chance(old > 48 ? 0.36 : 0.18)
      ? random.weighted(soft > 0.5 ? { round: 4, square: 3, cat: 3, thin: 4 } : { round: 3, square: 6, thin: 4 })
      : "none",
    glassesColor: random.pick([
      [38, 34, 36],
      [84, 52, 34],
      [120, 116, 112],
      [44, 52, 72],
      [110, 44, 40],
    ] as const),
    freckles: look.skin < 0.3 && random.chance(look.hair_color === "red" ? 0.8 : 0.12) ? 0.4 + random.next() * 0.6 : 0,
    earrings: soft > 0.6 && random.chance(0.45),
    makeup: soft > 0.5 ? random.next() ** 1.4 : 0,
    features: featuresOf(random, look, soft),
  };
}

function cutOf(random: Random, look: Look, kind: "woman" | "man"): Cut {
  if (look.headscarf) return "headscarf";
  const cuts = look.texture === "coily" ? COILY : look.texture === "curly" ? CURLY : look.age >= 50 ? MATURE : CUTS;
  const cut = random.weighted(cuts[kind]);
  const balding = kind === "man" && look.age > 36 && random.chance((look.age - 36) / 70);
  return balding ? random.pick(["thinning", "thinning", "bald", "buzz"] as const) : cut;
}

function featuresOf(random: Random, look: Look, soft: number): Features {
  const v = (spread: number) => (random.next() + random.next() - 1) * spread;
  const { ancestry, age } = look;
  const east = ancestry === "east_asian" ? 1 : 0;
  const africa = ancestry === "african" ? 1 : 0;
  const south = ancestry === "middle_eastern" || ancestry === "south_asian" ? 1 : ancestry === "southern" ? 0.4 : 0;
  const old = clamp((age - 30) / 45);
  return {
    width: 1 + v(0.06) + east * 0.03,
    jaw: 1.05 - soft * 0.17 + v(0.08),
    chin: 0.25 - soft * 0.4 + v(0.4),
    cheeks: 1 + v(0.12) - old * 0.05 + (age < 24 ? 0.04 : 0),
    browRidge: 1.15 - soft * 0.35 + v(0.1) - east * 0.1,
    bridge: 1.02 - soft * 0.18 + v(0.12) - east * 0.08 + africa * 0.12,
    noseLength: 0.12 - soft * 0.25 + v(0.4) + old * 0.2,
    noseOut: 0.2 - soft * 0.55 + v(0.4) - east * 0.35 - africa * 0.25 + south * 0.25,
    noseWidth: 1.0 - soft * 0.14 + v(0.1) + africa * 0.24 + east * 0.06,
    noseTip: 1.02 - soft * 0.1 + v(0.12) + africa * 0.1,
    hook: Math.max(0, v(0.7) + south * 0.35 - soft * 0.1 - east * 0.5 - africa * 0.5),
    lips: 0.9 + soft * 0.32 + v(0.2) + africa * 0.32 - old * 0.22,
    eyes: 1.1 + soft * 0.12 + v(0.05),
    eyeTilt: 0.04 + v(0.16) + east * 0.14 - old * 0.14,
    eyeFold: clamp(east * 0.9 + old * 0.45 + v(0.2)),
    browWeight: 1.15 - soft * 0.5 + v(0.25) + south * 0.2,
    browHeight: 0.1 + soft * 0.28 + v(0.14) - (1 - soft) * 0.12,
    browArch: 0.15 + soft * 0.3 + v(0.18),
    ears: v(0.6),
    neck: 5.8 - soft * 1.25 + v(0.3),
    shoulders: 19.3 - soft * 3.9 + v(1.0),
    sag: clamp((age - 42) / 33),
    folds: clamp((age - 30) / 38) * 0.9 + Math.max(0, v(0.2)),
    bags: clamp((age - 36) / 36) * 0.8 + Math.max(0, v(0.25)),
    lines: clamp((age - 33) / 36),
  };
}

/** No colour is lost before forty, hardly any is left at seventy. */
function greyOf(age: number, hair: DrawnHair, at: number): number {
  if (hair === "white") return 0.95;
  if (hair === "grey") return 0.62 + at * 0.25;
  return age < 40 ? 0 : clamp(((age - 40) / 32) * (0.25 + at * 0.65));
}

function skinOf(at: number): Rgb {
  const place = clamp(at, 0, 0.999) * (SKINS.length - 1);
  const low = SKINS[Math.floor(place)]!;
  const high = SKINS[Math.floor(place) + 1]!;
  return mixed(low, high, place - Math.floor(place));
}

export const mixed = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
/** Lighter (0 … 1) or darker (-1 … 0). */
export const shade = (c: Rgb, by: number): Rgb => (by >= 0 ? mixed(c, [255, 255, 255], by) : mixed(c, [0, 0, 0], -by));
export const hex = (c: Rgb): string =>
  `#${c
    .map((v) =>
      Math.round(clamp(v, 0, 255))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
