/**
 * Which photos a viewer sees unblurred (§6, product.md 2): a visitor the main one, a free member two more, premium all.
 */
import { PHOTOS_CLEAR_FREE } from "@serenade/contract/limits";

/** How many photos of another member a viewer (null: a visitor) sees unblurred, the main one first. */
export const clearFor = (viewer: { premium: boolean } | null): number =>
  viewer ? (viewer.premium ? Number.POSITIVE_INFINITY : PHOTOS_CLEAR_FREE) : 1;

/**
 * Whether a viewer may have this rendition of a photo that `before` others come before. The blurred one is for members.
 */
export const mayHave = (viewer: { premium: boolean } | null, before: number, blurred: boolean): boolean =>
  before < clearFor(viewer) || (blurred && viewer !== null);

/** Hashes of the same picture, recompressed, resized or written on, differ in at most this many of their 64 bits. */
export const SAME_PICTURE_BITS = 12;

/** The order after moving one to `place`, counted from 1. */
export function moved(order: number[], one: number, place: number): number[] {
  const rest = order.filter((other) => other !== one);
  return [...rest.slice(0, place - 1), one, ...rest.slice(place - 1)];
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TEXTS = new Set(["tEXt", "zTXt", "iTXt"]);

/**
 * A PNG without its text chunks; everything else as it is. Packed texts of 10 MB unpack to 10 GB, and the decoder
 * unpacks them every time it opens the file.
 */
export function withoutTexts(file: Buffer): Buffer {
  if (!file.subarray(0, PNG.length).equals(PNG)) return file;
  const parts: Buffer[] = [PNG];
  let at = PNG.length;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at); // length, type, content, sum
    if (!TEXTS.has(file.toString("latin1", at + 4, at + 8))) parts.push(file.subarray(at, end));
    at = end;
  }
  if (at < file.length) parts.push(file.subarray(at));
  return Buffer.concat(parts);
}
