import loaders from "virtual:texts";
import { type Locale, localeOfTag } from "@serenade/contract/locales";
import type { Messages } from "use-intl";

const loaded = new Map<string, Promise<Messages>>();

/** The compiled texts of one locale, loaded once: on the server all, in the browser the common ones. */
export function loadTexts(locale: Locale): Promise<Messages> {
  return load(locale);
}

/** Adds a group of namespaces to the browser's texts (web/plugins/texts.ts). */
export async function loadGroup(group: string): Promise<void> {
  const locale = localeOfTag(document.documentElement.lang);
  const [texts, added] = await Promise.all([load(locale), load(`${locale}/${group}`)]);
  Object.assign(texts, added);
}

/** No locale falls back to another. */
function load(name: string): Promise<Messages> {
  let texts = loaded.get(name);
  if (!texts || (import.meta.env.DEV && import.meta.env.SSR)) {
    texts = loaders[name]?.().then((module) => ({ ...module.default })) ?? Promise.resolve({} as Messages);
    loaded.set(name, texts);
  }
  return texts;
}
