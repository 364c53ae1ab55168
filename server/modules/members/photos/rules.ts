/** Who sees which photo clearly (§6, product.md 2): a visitor the main one, a free member two more, premium all. */
import { PHOTOS_CLEAR_FREE } from "@serenade/contract/limits";

/** How many photos of somebody a viewer (null: a visitor) sees clearly, the main one first. */
export const clearFor = (viewer: { premium: boolean } | null): number =>
  viewer ? (viewer.premium ? Number.POSITIVE_INFINITY : PHOTOS_CLEAR_FREE) : 1;

/** Whether a viewer may have this rendition of a photo that `before` others come before. The blurred one is for members. */
export const mayHave = (viewer: { premium: boolean } | null, before: number, blurred: boolean): boolean =>
  before < clearFor(viewer) || (blurred && viewer !== null);

/** Hashes of the same picture, recompressed, resized or written on, differ in at most so many of their 64 bits. */
export const SAME_PICTURE_BITS = 12;

/** The order after moving one to `place`, counted from 1. */
export function moved(order: number[], one: number, place: number): number[] {
  const rest = order.filter((other) => other !== one);
  return [...rest.slice(0, place - 1), one, ...rest.slice(place - 1)];
}
