/**
 * Closed lists of profile attributes (§3 Profile attributes). Append only: the database stores a value as its position
 * in the list plus one (`numberOf`), so rows stay narrow and renaming a text needs no migration.
 */
export const GENDERS = ["woman", "man", "nonbinary"] as const;
export const SEXUALITIES = ["hetero", "gay", "lesbian", "bi"] as const;
export const HAIR_COLORS = ["black", "brown", "blond", "red", "grey", "white", "other"] as const;
export const EYE_COLORS = ["brown", "blue", "green", "grey", "hazel", "other"] as const;
export const BODY_TYPES = ["slim", "athletic", "average", "curvy", "muscular", "large"] as const;
export const RELATIONSHIP_STATUSES = [
  "single",
  "divorced",
  "widowed",
  "separated",
  "open_relationship",
  "complicated",
] as const;
export const TATTOOS = ["none", "small", "several", "many"] as const;
/** Spoken languages, ISO 639-1. */
export const LANGUAGES = [
  "en",
  "de",
  "fr",
  "nl",
  "es",
  "it",
  "pl",
  "sv",
  "da",
  "nb",
  "fi",
  "pt",
  "tr",
  "ar",
  "ru",
  "uk",
  "ro",
  "el",
  "cs",
  "hu",
  "zh",
  "hi",
] as const;

export type Gender = (typeof GENDERS)[number];
export type Sexuality = (typeof SEXUALITIES)[number];

/** 1 for the first value of a list; null stays null. */
export function numberOf<T extends string>(list: readonly T[], value: T): number;
export function numberOf<T extends string>(list: readonly T[], value: T | null): number | null;
export function numberOf<T extends string>(list: readonly T[], value: T | null): number | null {
  return value === null ? null : list.indexOf(value) + 1;
}

/** The reverse of `numberOf`: the value at a stored number. */
export function nameOf<T extends string>(list: readonly T[], number: number | null): T | null {
  return number === null ? null : (list[number - 1] ?? null);
}
