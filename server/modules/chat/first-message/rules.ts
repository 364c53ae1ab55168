/** First messages: who may write (product.md 6), how many a day, and when two texts are the same. */

import { GENDERS } from "@serenade/contract/attributes";
import type { ErrorCode } from "@serenade/contract/errors";
import {
  CONVERSATIONS_A_DAY,
  CONVERSATIONS_A_DAY_PREMIUM,
  CONVERSATIONS_A_DAY_SHOWN,
  PREMIUM_TRUSTED_DAYS,
  SAME_TEXT_MIN,
} from "@serenade/contract/limits";
import { ageOn, gendersOf } from "../../members/rules.ts";
import type { FirstRow } from "../tables.ts";

const DAY_MS = 86_400_000;

/** The code of the refusal, or null when the first message may be sent. Members whom the receiver likes always may. */
export function refusedFirst(row: FirstRow, today: string): ErrorCode | null {
  if (row.from_fictional) return "not_found"; // fictional profiles have no user
  if (row.to_fictional && !row.acknowledged) return "fictional_unacknowledged";
  if (row.liked || row.choice === "everyone") return null;
  if (row.choice === "liked") return "write_first_liked";
  if (row.choice === "photo") return row.confirmed && row.photo ? null : "write_first_photo";
  return fitsSearch(row, today) ? null : "write_first_search";
}

function fitsSearch(row: FirstRow, today: string): boolean {
  const age = ageOn(row.date_of_birth, today);
  const sought = gendersOf(row.looking_for).includes(GENDERS[row.gender - 1]!);
  return sought && age >= row.seek_min_age && age <= row.seek_max_age;
}

/** What the number of conversations a day depends on. */
export type Trust = Pick<FirstRow, "confirmed" | "photo" | "premium_since" | "upheld">;

/**
 * Conversations a member may start in 24 hours; halved by each upheld report, but at least one: banning is a separate
 * decision.
 */
export function conversationsADay({ confirmed, photo, premium_since, upheld }: Trust, now: Date): number {
  const trusted = premium_since !== null && Date.parse(premium_since) <= now.getTime() - PREMIUM_TRUSTED_DAYS * DAY_MS;
  const whole = trusted
    ? CONVERSATIONS_A_DAY_PREMIUM
    : confirmed && photo
      ? CONVERSATIONS_A_DAY_SHOWN
      : CONVERSATIONS_A_DAY;
  return Math.max(1, Math.floor(whole / 2 ** upheld));
}

/**
 * When the next one is allowed: a day after the oldest of the `limit` before this one. `begun` are the times, in ms, of
 * what was begun in 24 hours with this one, in any order; null if it is allowed now.
 */
export function nextConversationAt(begun: readonly number[], limit: number): Date | null {
  if (begun.length <= limit) return null;
  const latest = begun.toSorted((one, other) => other - one);
  return new Date(latest[limit]! + DAY_MS);
}

/** A text normalized for comparison; null when it is too short. Case, numbers, punctuation and spaces are ignored. */
export function comparableText(text: string): string | null {
  const plain = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/\s+/gu, " ") // before control characters go, among which line breaks are
    .replace(/[\p{N}\p{P}\p{S}\p{C}]/gu, "")
    .replace(/ +/g, " ")
    .trim()
    .normalize("NFC");
  return [...plain].length >= SAME_TEXT_MIN ? plain : null;
}
