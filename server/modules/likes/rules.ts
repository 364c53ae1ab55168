/** §6: a visitor sees the main photo, a free member the main one and two more, a premium member all. */
const FREE_PHOTOS = 3;

export function photosShown(photos: number[], main: number | null, viewer: { premium: boolean } | null): number[] {
  const ordered = main === null ? photos : [main, ...photos.filter((photo) => photo !== main)];
  if (viewer?.premium) return ordered;
  return ordered.slice(0, viewer ? FREE_PHOTOS : 1);
}
