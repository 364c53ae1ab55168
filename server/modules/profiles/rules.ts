/** §6: a visitor sees the main photo, a free member the main one and two more, a premium member all. */
import { clearFor } from "../members/photos/rules.ts";

/**
 * The photos of a profile, the main one first: beyond their limit members see the rest blurred, visitors not at all.
 */
export function photosShown<T extends { id: number }>(
  photos: T[],
  main: number | null,
  viewer: { premium: boolean; own: boolean } | null,
): { photo: T; blurred: boolean }[] {
  const ordered = [...photos.filter(({ id }) => id === main), ...photos.filter(({ id }) => id !== main)];
  const clear = viewer?.own ? ordered.length : clearFor(viewer);
  return (viewer ? ordered : ordered.slice(0, clear)).map((photo, at) => ({ photo, blurred: at >= clear }));
}

/** What both have chosen, in the order of the first. */
export const inBoth = <T>(one: readonly T[], other: readonly T[]): T[] => one.filter((value) => other.includes(value));
