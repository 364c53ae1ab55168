/** Landing pages by name (§2 Landing pages); their titles are texts landers.words.<name>. */
export const LANDERS = [
  "alonetonight",
  "collagelanding",
  "gallery",
  "iconslanding",
  "maplanding",
  "socialnetwork",
  "tinderswipe",
  "transitionsvideolanding",
  "video",
] as const;
export type LanderName = (typeof LANDERS)[number];

/** The last part of a lander's address → the copy to show; unknown ones show the lander's own (product.md 10). */
const COPIES = {
  tonight: "tonight",
  evening: "tonight",
  "new-in-town": "new_in_town",
  nearby: "new_in_town",
  "over-40": "over_40",
  travel: "travel",
  weekend: "travel",
  nature: "nature",
  outdoors: "nature",
} as const;
export type Copy = (typeof COPIES)[keyof typeof COPIES];

/** Null for the default copy. */
export const copyOf = (slug: string | null | undefined): Copy | null =>
  slug && Object.hasOwn(COPIES, slug) ? COPIES[slug as keyof typeof COPIES] : null;
