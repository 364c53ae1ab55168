import type { Locale } from "@serenade/contract/locales";

/** Each language's own name, and its flag (/flags). The same on server and browser. */
export const LOCALE_NAMES: Record<Locale, { name: string; flag: string }> = {
  da: { name: "Dansk", flag: "dk" },
  de: { name: "Deutsch", flag: "de" },
  en: { name: "English", flag: "gb" },
  es: { name: "Español", flag: "es" },
  fi: { name: "Suomi", flag: "fi" },
  fr: { name: "Français", flag: "fr" },
  it: { name: "Italiano", flag: "it" },
  nb: { name: "Norsk", flag: "no" },
  nl: { name: "Nederlands", flag: "nl" },
  pl: { name: "Polski", flag: "pl" },
  sv: { name: "Svenska", flag: "se" },
};

export const flagOf = (locale: Locale, country: string | null | undefined) =>
  `/flags/${locale === "en" && country === "US" ? "us" : LOCALE_NAMES[locale].flag}.svg`;
