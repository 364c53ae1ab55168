/** "About me" texts: a few sentences in one of several orders, at least one of them about an interest of the member. */
import type { Interest } from "@serenade/contract/interests";
import type { Locale } from "@serenade/contract/locales";
import { phrasesOf } from "./phrases.ts";
import type { Random } from "./random.ts";

type Part = "open" | "interest" | "life" | "close";

const ORDERS: Part[][] = [
  ["open", "interest", "close"],
  ["interest", "life", "close"],
  ["open", "life", "interest"],
  ["interest", "interest", "close"],
  ["open", "interest", "life", "close"],
  ["life", "interest", "interest"],
  ["open", "interest"],
];

export function aboutText(random: Random, locale: Locale, interests: readonly Interest[], city: string): string {
  const { about } = phrasesOf(locale);
  const liked = random.sample(interests, interests.length).flatMap((interest) => about.interest[interest] ?? []);
  const sentences = random.pick(ORDERS).map((part) => (part === "interest" ? liked.pop() : random.pick(about[part])));
  const text = sentences.filter((sentence) => sentence !== undefined).join(" ");
  return (text || random.pick(about.close)).replace("{city}", city);
}
