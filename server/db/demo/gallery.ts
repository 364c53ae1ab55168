/** The drawn pictures, as files beside this one: 800 × 1000 webp, one per face, and places without anybody in them. */
import { FACES } from "./faces.ts";

/** Further pictures for galleries, shared by everybody. */
export const PLACES = 24;

const FOLDER = new URL("./portraits/", import.meta.url);

/** What is shown while a picture comes, by its folder in storage; written by tools/draw-portraits.ts. */
export const PLACEHOLDERS = new URL("placeholders.json", FOLDER);

/** The picture of member `i`; a member beyond FACES wears the face, and so the file, of an earlier one. */
export function portraitFile(member: number): URL {
  return new URL(`${padded(member % FACES)}.webp`, FOLDER);
}

export function placeFile(number: number): URL {
  return new URL(`place-${padded(number % PLACES)}.webp`, FOLDER);
}

const padded = (number: number): string => String(number).padStart(3, "0");
