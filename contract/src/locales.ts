/** Interface languages (§1) and the cookie that stores the choice. */
export const LOCALES = ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "en";
/** Stores the choice for 365 days (§1). */
export const LOCALE_COOKIE = "locale";

export const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale);

/** Countries of §9 with the languages spoken there, most common first; English is always offered (product.md 10). */
export const COUNTRY_LOCALES = {
  US: ["en", "es"],
  NL: ["nl"],
  BE: ["nl", "fr", "de"],
  FR: ["fr"],
  IT: ["it"],
  ES: ["es"],
  DE: ["de"],
  AT: ["de"],
  IE: ["en"],
  GB: ["en"],
  CA: ["en", "fr"],
  PL: ["pl"],
  AU: ["en"],
  NZ: ["en"],
  CH: ["de", "fr", "it"],
  DK: ["da"],
  FI: ["fi", "sv"],
  NO: ["nb"],
  SE: ["sv"],
} as const satisfies Record<string, readonly Locale[]>;

export type Country = keyof typeof COUNTRY_LOCALES;
export const COUNTRIES = Object.keys(COUNTRY_LOCALES) as [Country, ...Country[]];

export const isCountry = (value: unknown): value is Country => typeof value === "string" && value in COUNTRY_LOCALES;

/**
 * The regional variant of a language, for dates, times and numbers: "en" with a browser that prefers
 * British English is "en-GB". The language alone if the browser names no region of ours.
 */
export function regionalTag(locale: Locale, accepted: readonly string[]): string {
  for (const tag of accepted) {
    const [language = "", region = ""] = tag.split("-");
    if (language.toLowerCase() === locale && isCountry(region.toUpperCase()))
      return `${locale}-${region.toUpperCase()}`;
  }
  return locale;
}

/** The locale of a tag from `regionalTag`. */
export const localeOfTag = (tag: string): Locale => tag.slice(0, 2) as Locale;

/** The locales to offer a visitor: those of the given countries and of the browser, English always, in the order of `LOCALES`. */
export function offeredLocales(
  countries: readonly (string | null | undefined)[],
  accepted: readonly string[],
): Locale[] {
  const offered = new Set<Locale>(["en"]);
  for (const country of countries)
    if (isCountry(country)) for (const locale of COUNTRY_LOCALES[country]) offered.add(locale);
  for (const tag of accepted) {
    const language = tag.slice(0, 2).toLowerCase();
    const locale = language === "no" ? "nb" : language;
    if (isLocale(locale)) offered.add(locale);
  }
  return LOCALES.filter((locale) => offered.has(locale));
}
