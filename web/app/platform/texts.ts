import loaders from "virtual:texts";
import type { Locale } from "@serenade/contract/locales";
import type { Messages } from "use-intl";

const loaded = new Map<string, Promise<Messages>>();

/** The compiled texts of one locale: one chunk in the browser, loaded once. No locale falls back to another. */
export function loadTexts(locale: Locale): Promise<Messages> {
  let texts = loaded.get(locale);
  if (!texts || import.meta.env.DEV) {
    texts = loaders[locale]?.().then((module) => module.default) ?? Promise.resolve({} as Messages);
    loaded.set(locale, texts);
  }
  return texts;
}
