/**
 * Answers to prompts: seven members in ten have one to three, in their language. Each is a beginning and an end of the files in
 * this folder. The numbers of members choose them in turn, so that those who come into being together never say the same.
 */
import { readFileSync } from "node:fs";
import type { Locale } from "@serenade/contract/locales";
import type { ProfileAnswer } from "@serenade/contract/members";
import { PROMPTS } from "@serenade/contract/prompts";
import { randomOf } from "./random.ts";

type Lines = Record<(typeof PROMPTS)[number], [beginnings: string[], ends: string[]]>;

const SHARE = 0.7;
/** Odd, so that the texts of a prompt, a power of two, are all used before one comes again; both halves change each time. */
const STEP = 27;
const loaded = new Map<Locale, Lines>();

export function answersOf({ number, locale, city }: { number: number; locale: Locale; city: string }): ProfileAnswer[] {
  const random = randomOf(number, "answers");
  if (!random.chance(SHARE)) return [];
  return random.sample(PROMPTS, random.int(1, 3)).map((prompt) => {
    const [beginnings, ends] = linesOf(locale)[prompt];
    const at = (number * STEP) % (beginnings.length * ends.length);
    const beginning = beginnings[at % beginnings.length]!;
    const end = ends[Math.floor(at / beginnings.length)]!;
    return { prompt, text: join(beginning, end).replace("{city}", city) };
  });
}

/** An end that starts with a punctuation mark follows at once. */
const join = (beginning: string, end: string) =>
  /^[,;:]/.test(end) ? beginning.replace(/,$/, "") + end : `${beginning} ${end}`;

function linesOf(locale: Locale): Lines {
  let lines = loaded.get(locale);
  if (!lines) {
    lines = JSON.parse(readFileSync(new URL(`./answers/${locale}.json`, import.meta.url), "utf8")) as Lines;
    loaded.set(locale, lines);
  }
  return lines;
}
