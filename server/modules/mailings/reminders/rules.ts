/** Where each gap of a profile is closed. */
import type { Locale } from "@serenade/contract/locales";
import type { Lack } from "../../mail/rules.ts";

const PLACES: Record<Lack["lack"], (lang: string) => string> = {
  steps: (lang) => `/complete-signup${lang}`,
  photo: (lang) => `/profile${lang}#photos`,
  about: (lang) => `/profile${lang}#about`,
  interests: (lang) => `/profile${lang}#interests`,
};

/** Path of the page's section. */
export const pathOfLack = (lack: Lack["lack"], locale: Locale): string => PLACES[lack](`?lang=${locale}`);
