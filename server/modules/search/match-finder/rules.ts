/** How well a member matches the answers, out of 100, and why. Every point has a displayed reason. */
import { INTERESTS, type Interest } from "@serenade/contract/interests";
import { AIMS, type FinderAnswers, type FinderReason } from "@serenade/contract/match-finder";

interface Found {
  countryregion: string;
  country: string;
  /** Numbers of contract/interests.ts. */
  interests: readonly number[];
}

interface Home {
  country: string;
  countryregion: string;
}

/** For every listed member: gender and age match both ways. */
const BOTH_WAYS = 40;
const EACH_INTEREST = 10;
const AIM = 15;
const REGION = 15;
const COUNTRY = 8;

export function judge(found: Found, answers: Pick<FinderAnswers, "what_for" | "interests">, home: Home) {
  const theirs = new Set<Interest>(found.interests.map((number) => INTERESTS[number - 1]!));
  const reasons: { points: number; reason: FinderReason }[] = [];
  const add = (points: number, kind: FinderReason["kind"], interests: Interest[] = []) =>
    reasons.push({ points, reason: { kind, interests } });

  add(BOTH_WAYS, "both_ways");
  const shared = answers.interests.filter((interest) => theirs.has(interest));
  if (shared.length) add(shared.length * EACH_INTEREST, "interests", shared);
  const speaking = AIMS[answers.what_for].filter((interest) => theirs.has(interest));
  if (speaking.length) add(AIM, "aim", speaking);
  if (found.countryregion !== "" && found.countryregion === home.countryregion) add(REGION, "region");
  else if (found.country === home.country) add(COUNTRY, "country");

  const score = reasons.reduce((sum, { points }) => sum + points, 0);
  return { score, reasons: reasons.sort((a, b) => b.points - a.points).map(({ reason }) => reason) };
}
