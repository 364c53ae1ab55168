/** The match finder (product.md 10): five questions, then members with a score and its reasons. */
import * as z from "zod/mini";
import { GENDERS } from "./attributes.ts";
import { endpoint } from "./endpoint.ts";
import { bounded } from "./fields.ts";
import { INTERESTS, type Interest } from "./interests.ts";
import { FINDER_INTERESTS, MAX_AGE, MIN_AGE } from "./limits.ts";
import { COUNTRIES } from "./locales.ts";
import { MemberCard } from "./members.ts";

/** What the member looks for. Profiles express it as interests, so each aim lists its interests. */
export const AIMS = {
  relationship: ["relationship"],
  romance: ["kissing", "relationship", "wine"],
  going_out: ["party", "dancing", "movies", "theater", "music", "beer", "wine"],
  activities: ["adventure", "biking", "gym", "hiking", "sports", "travelling"],
} as const satisfies Record<string, readonly Interest[]>;
export type Aim = keyof typeof AIMS;
export const AIM_NAMES = Object.keys(AIMS) as [Aim, ...Aim[]];

const age = z.int("number").check(z.gte(MIN_AGE, "number"), z.lte(MAX_AGE, "number"));

export const FinderAnswers = z
  .strictObject({
    who: z.array(z.enum(GENDERS)).check(z.minLength(1, "required"), z.maxLength(GENDERS.length)),
    min_age: age,
    max_age: age,
    /** A country, or any. */
    where: z.nullable(z.enum(COUNTRIES, "required")),
    what_for: z.enum(AIM_NAMES, "required"),
    /** Up to three. */
    interests: z.array(z.enum(INTERESTS)).check(
      z.maxLength(FINDER_INTERESTS, "up_to_three"),
      z.refine((chosen) => new Set(chosen).size === chosen.length, "up_to_three"),
    ),
  })
  .check(z.refine((answers) => answers.min_age <= answers.max_age, { error: "ages_crossed", path: ["max_age"] }));
export type FinderAnswers = z.output<typeof FinderAnswers>;

/** Reasons for a suggestion, the strongest first; each is a fact of the two profiles. */
export const FinderReason = z.object({
  kind: z.enum(["both_ways", "interests", "aim", "region", "country"]),
  /** The interests behind the reason. */
  interests: z.array(z.enum(INTERESTS)),
});
export type FinderReason = z.output<typeof FinderReason>;

export const FinderResult = z.object({ profile: MemberCard, score: z.int(), reasons: z.array(FinderReason) });
export type FinderResult = z.output<typeof FinderResult>;

/** The answers as JSON in an address: opening a page changes nothing, so it uses GET. */
const answersText = z.pipe(
  bounded(1_000),
  z.pipe(
    z.transform((text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return null;
      }
    }),
    FinderAnswers,
  ),
);

const results = z.object({ results: z.array(FinderResult) });

export const MatchFinderApi = {
  questions: endpoint({
    method: "GET",
    path: "/api/match-finder.php",
    summary: "The possible answers to the five questions of the match finder",
    answer: z.object({
      questions: z.object({
        who: z.array(z.enum(GENDERS)),
        age: z.object({ min: z.int(), max: z.int() }),
        where: z.array(z.enum(COUNTRIES)),
        what_for: z.array(z.enum(AIM_NAMES)),
        interests: z.object({ choose: z.int(), of: z.array(z.enum(INTERESTS)) }),
      }),
    }),
  }),
  find: endpoint({
    method: "POST",
    path: "/api/match-finder.php",
    summary:
      "Members who match the answers and look for someone like the caller, with a score of up to 100 and its reasons",
    body: z.strictObject({ answers: FinderAnswers }),
    answer: results,
  }),
  open: endpoint({
    method: "GET",
    path: "/api/match-finder.php",
    when: { find: "1" },
    summary: "The same for opening a page by its address; `answers` is JSON",
    query: z.strictObject({ find: z.literal("1"), answers: answersText }),
    answer: results,
  }),
};
