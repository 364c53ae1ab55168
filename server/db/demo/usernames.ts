/**
 * Usernames: 3 to 30 letters, digits, space, dot or underscore, and never the same one twice, however they are cased.
 * The demo community has plain first names ("Sanne", "Sanne K"); beyond it the number is written into the name
 * ("Sanne.K42"), which is unique because letter, separator and digits together are the number again.
 */
import type { Gender } from "@serenade/contract/attributes";
import type { Locale } from "@serenade/contract/locales";
import { phrasesOf } from "./phrases.ts";
import { type Random, randomOf } from "./random.ts";

const LETTERS = "ABCDEFGHIJKLMNOPRSTUVWYZ";
const SEPARATORS = ["", ".", "_", " "] as const;

export function firstName(random: Random, gender: Gender, locale: Locale): string {
  const { woman, man } = phrasesOf(locale).names;
  if (gender === "woman") return random.pick(woman);
  if (gender === "man") return random.pick(man);
  return random.pick(random.chance(0.5) ? woman : man);
}

/** For members beyond the plain ones. */
export function numberedUsername(member: number, name: string): string {
  const letter = LETTERS[member % LETTERS.length];
  const rest = Math.floor(member / LETTERS.length);
  return `${name}${SEPARATORS[rest % SEPARATORS.length]}${letter}${Math.floor(rest / SEPARATORS.length)}`;
}

/** For the first members, in order: the bare name for the first who has it, then with the initial of a surname. */
export function plainUsernames(people: { gender: Gender; locale: Locale }[]): string[] {
  const taken = new Set<string>();
  return people.map(({ gender, locale }, member) => {
    const random = randomOf(member, "name");
    let username = firstName(random, gender, locale);
    while (taken.has(username.toLowerCase()))
      username = `${firstName(random, gender, locale)} ${random.pick([...LETTERS])}`;
    taken.add(username.toLowerCase());
    return username;
  });
}
