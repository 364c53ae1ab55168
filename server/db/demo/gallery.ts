/** The drawn pictures, as files in this folder: 800 × 1000 webp, one per face, and places without people. */
import { FACES } from "./faces.ts";

/** Further pictures for galleries, shared by all members. */
export const PLACES = 24;

const FOLDER = new URL("./portraits/", import.meta.url);

/** Shown while a picture loads, by its folder in storage; written by tools/draw-portraits.ts. */
export const PLACEHOLDERS = new URL("placeholders.json", FOLDER);

/** The picture of member `i`; a member beyond FACES wears the face, and so the file, of an earlier one. */
export function portraitFile(member: number): URL {
  return new URL(`${padded(member % FACES)}.webp`, FOLDER);
}

export function placeFile(number: number): URL {
  return new URL(`place-${padded(number % PLACES)}.webp`, FOLDER);
}

const padded = (number: number): string => String(number).padStart(3, "0");
