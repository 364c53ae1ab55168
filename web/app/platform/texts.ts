import loaders from "virtual:texts";
import { type Locale, localeOfTag } from "@serenade/contract/locales";
import type { Messages } from "use-intl";

interface Texts {
  messages: Messages;
  /** Loads a group of namespaces; in the browser only. */
  groups: Record<string, () => Promise<{ default: Messages }>>;
}

const loaded = new Map<Locale, Promise<Texts>>();

/** The compiled texts of one locale, loaded once: on the server all, in the browser the common ones. */
export async function loadTexts(locale: Locale): Promise<Messages> {
  return (await load(locale)).messages;
}

/** Adds a group of namespaces to the browser's texts (web/plugins/texts.ts). */
export async function loadGroup(group: string): Promise<void> {
  const { messages, groups } = await load(localeOfTag(document.documentElement.lang));
  const added = await groups[group]?.();
  Object.assign(messages, added?.default);
}

/** No locale falls back to another. */
function load(locale: Locale): Promise<Texts> {
  let texts = loaded.get(locale);
  if (!texts || (import.meta.env.DEV && import.meta.env.SSR)) {
    texts = fetchTexts(locale);
    loaded.set(locale, texts);
  }
  return texts;
}

async function fetchTexts(locale: Locale): Promise<Texts> {
  const module = await loaders[locale]?.();
  return { messages: { ...module?.default } as Messages, groups: module?.groups ?? {} };
}
