/** Likes and conversations among the first members of the community: pure and deterministic. */
import type { Gift } from "@serenade/contract/gifts";
import type { Locale } from "@serenade/contract/locales";
import { demoConversation } from "./conversations.ts";
import { randomOf } from "./random.ts";
import type { Resident } from "./rows.ts";

const AGE_GAP_YEARS = 12;
const LIKES = { min: 4, max: 10 };
const TALKS = 0.45;

export interface DemoLike {
  liker: Resident;
  liked: Resident;
  days_ago: number;
  seen: boolean;
}

export interface DemoLine {
  from: Resident;
  text: string;
  after_seconds: number;
  /** Instead of a text: a gift, or a picture by its number. */
  attached?: { gift: Gift } | { picture: number } | undefined;
}

export interface DemoTalk {
  starter: Resident;
  other: Resident;
  /** Seconds before now that the first line was written. */
  started_ago: number;
  lines: DemoLine[];
  /** The last line has not been read yet. */
  unread: boolean;
}

/** Every member likes a few matching members who share a language. */
export function demoLikes(residents: Resident[]): DemoLike[] {
  const groups = Map.groupBy(
    residents.filter((resident) => resident.confirmed),
    (resident) => resident.locale,
  );
  return residents
    .filter((resident) => resident.confirmed)
    .flatMap((liker) => {
      const random = randomOf(liker.number, "likes");
      const fitting = (groups.get(liker.locale) ?? []).filter((other) => fit(liker, other));
      return random.sample(fitting, random.int(LIKES.min, LIKES.max)).map((liked) => ({
        liker,
        liked,
        days_ago: random.next() ** 2 * 30,
        seen: random.chance(0.7),
      }));
    });
}

/** Many matches have a conversation; some unanswered likes have one, too. */
export function demoTalks(likes: DemoLike[]): DemoTalk[] {
  const pairs = new Set(likes.map(({ liker, liked }) => `${liker.number}>${liked.number}`));
  const started = new Map<number, number>();
  const talks: DemoTalk[] = [];
  for (const { liker, liked } of likes) {
    const mutual = pairs.has(`${liked.number}>${liker.number}`);
    if (mutual && liker.number > liked.number) continue;
    const random = randomOf(liker.number * 1000 + liked.number, "talk");
    if (!random.chance(mutual ? 0.9 : TALKS * 0.5)) continue;
    const count = started.get(liker.number) ?? 0;
    if (count >= (liker.premium ? 6 : 2)) continue;
    started.set(liker.number, count + 1);
    const shared = liker.interests.filter((interest) => liked.interests.includes(interest));
    const { lines } = demoConversation(liker.number * 1000 + liked.number, liker.locale as Locale, shared);
    const sent = mutual ? lines : lines.slice(0, 1);
    talks.push({
      starter: liker,
      other: liked,
      started_ago: 86_400 * (0.2 + random.next() ** 2 * 20),
      lines: sent.map(({ from, ...line }) => ({ ...line, from: from === 0 ? liker : liked })),
      unread: random.chance(mutual ? 0.35 : 0.8),
    });
  }
  return talks;
}

function fit(one: Resident, other: Resident): boolean {
  if (one.number === other.number) return false;
  const years = Math.abs(Number(one.date_of_birth.slice(0, 4)) - Number(other.date_of_birth.slice(0, 4)));
  return years <= AGE_GAP_YEARS && one.looking_for.includes(other.gender) && other.looking_for.includes(one.gender);
}
