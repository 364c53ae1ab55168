/** The match finder: five answers in, the members who fit best out (product.md 10). */
import { GENDERS } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { FINDER_INTERESTS, FINDER_RESULTS, MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import { COUNTRIES } from "@serenade/contract/locales";
import { AIM_NAMES, type FinderAnswers, MatchFinderApi } from "@serenade/contract/match-finder";
import { type Call, type Member, on } from "../../../kernel/dispatch.ts";
import { presentCard } from "../../members/present.ts";
import { getMember } from "../../members/queries.ts";
import { ageOn } from "../../members/rules.ts";
import { listFinds } from "./queries.ts";
import { judge } from "./rules.ts";

const FINDS = { name: "match-finds", points: 60, seconds: 600, whenDown: "open" } as const;

export const matchFinderRoutes = [
  on(MatchFinderApi.questions, "anyone", async () => ({
    questions: {
      who: [...GENDERS],
      age: { min: MIN_AGE, max: MAX_AGE },
      where: [...COUNTRIES],
      what_for: AIM_NAMES,
      interests: { choose: FINDER_INTERESTS, of: [...INTERESTS] },
    },
  })),
  on(MatchFinderApi.find, "member", (call) => find(call, call.body.answers), { limit: FINDS }),
  on(MatchFinderApi.open, "member", (call) => find(call, call.query.answers), { limit: FINDS }),
];

async function find(call: Call & { member: Member }, answers: FinderAnswers) {
  const { db, ids, clock, site, member } = call;
  const self = await getMember(db, site.id, member.id);
  const today = clock.iso();
  const rows = await listFinds(
    call,
    { site: site.id, viewer: member.id, country: answers.where },
    {
      genders: answers.who,
      min_age: answers.min_age,
      max_age: answers.max_age,
      ownGender: self.gender,
      ownAge: ageOn(self.date_of_birth, today),
    },
  );
  const viewing = { ids, now: clock.now() };
  // sorting is stable: equal scores stay ordered by activity
  const results = rows
    .map((row) => ({ row, ...judge(row, answers, self) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, FINDER_RESULTS)
    .map(({ row, score, reasons }) => ({ profile: presentCard(row, viewing), score, reasons }));
  return { results };
}
