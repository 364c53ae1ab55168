/** The URL parameter → the copy to show; unknown values show the default (product.md 10). */
const COPIES = {
  evening: "evening",
  night: "evening",
  coffee: "coffee",
  date: "coffee",
  travel: "travel",
  weekend: "travel",
  music: "music",
  concert: "music",
} as const;
export type Copy = (typeof COPIES)[keyof typeof COPIES] | "default";

export const copyOf = (slug: string | undefined): Copy =>
  slug !== undefined && Object.hasOwn(COPIES, slug) ? COPIES[slug as keyof typeof COPIES] : "default";
