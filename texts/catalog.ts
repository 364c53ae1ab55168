/** Texts on the server: emails, push notifications, API errors. Reads the ICU JSON; there is no fallback to another locale. */
import { readdirSync, readFileSync } from "node:fs";
import type { Locale } from "@serenade/contract/locales";
import type { Messages, NamespaceKeys, NestedKeyOf } from "use-intl";
import { createTranslator } from "use-intl/core";

const catalogs = new Map<Locale, Messages>();

/** Every namespace of one locale, read from disk once. */
export function catalog(locale: Locale): Messages {
  let messages = catalogs.get(locale);
  if (!messages) {
    messages = readCatalog(locale) as unknown as Messages;
    catalogs.set(locale, messages);
  }
  return messages;
}

/** `translator("fr", "errors")("not_found")`; keys and arguments are checked by the compiler. */
export function translator<N extends NamespaceKeys<Messages, NestedKeyOf<Messages>>>(locale: Locale, namespace: N) {
  return createTranslator<Messages, N>({ locale, namespace, messages: catalog(locale), timeZone: "UTC" });
}

/** The raw texts of a locale: namespace → key → ICU message. */
export function readCatalog(locale: string): Record<string, unknown> {
  const folder = new URL(`./${locale}/`, import.meta.url);
  const namespaces: Record<string, unknown> = {};
  for (const name of filesIn(folder))
    namespaces[name.slice(0, -".json".length)] = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  return namespaces;
}

function filesIn(folder: URL): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort();
  } catch {
    return [];
  }
}
