/** Short first conversations, twelve per language, each about an interest. Invented, like the members who have them. */
import type { Interest } from "@serenade/contract/interests";
import type { Locale } from "@serenade/contract/locales";
import { phrasesOf } from "./phrases.ts";
import { randomOf } from "./random.ts";

/** `from` 0 started the conversation; `after_seconds` is the pause since the line before. */
export type DemoLine = { from: 0 | 1; text: string; after_seconds: number };
export type DemoConversation = { interest: Interest; lines: DemoLine[] };

/** The minimum part of a script that is used: most run to the end, some wait for a reply. */
const SHORTEST = 4;

/** The same number gives the same conversation; about something both like where there is a script for it. */
export function demoConversation(number: number, locale: Locale, shared: readonly Interest[] = []): DemoConversation {
  const random = randomOf(number, "conversation");
  const all = phrasesOf(locale).conversations;
  const fitting = all.filter(([interest]) => shared.includes(interest));
  const [interest, ...texts] = random.pick(fitting.length > 0 ? fitting : all);
  const count = random.chance(0.7) ? texts.length : random.int(SHORTEST, texts.length);
  const lines = texts.slice(0, count).map((text, i): DemoLine => {
    const from = i % 2 === 0 ? 0 : 1;
    return { from, text, after_seconds: i === 0 ? 0 : pause(random.next()) };
  });
  return { interest, lines };
}

/** Half a minute to some hours, mostly minutes. */
function pause(at: number): number {
  return Math.round(30 * 400 ** (at * at));
}
