/** The texts of the demo community, one file per locale in this folder; read on first use. */
import { readFileSync } from "node:fs";
import type { Interest } from "@serenade/contract/interests";
import type { Locale } from "@serenade/contract/locales";

export type Phrases = {
  names: { woman: string[]; man: string[] };
  /** Sentences that an "about me" is composed of. None inflects for the speaker; `{city}` is their town. */
  about: { open: string[]; interest: Partial<Record<Interest, string>>; life: string[]; close: string[] };
  /** The topic, then alternating lines, starting with the initiator. */
  conversations: [Interest, ...string[]][];
};

type PhraseFile = Omit<Phrases, "names"> & { names: { woman: string; man: string } };

const loaded = new Map<Locale, Phrases>();

export function phrasesOf(locale: Locale): Phrases {
  const known = loaded.get(locale);
  if (known) return known;
  const file: PhraseFile = JSON.parse(readFileSync(new URL(`./phrases/${locale}.json`, import.meta.url), "utf8"));
  const names = { woman: file.names.woman.split(" "), man: file.names.man.split(" ") };
  const phrases: Phrases = { ...file, names };
  loaded.set(locale, phrases);
  return phrases;
}
