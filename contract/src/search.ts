/** Member search (§3 Search state, §1). */
import * as z from "zod/mini";
import { GENDERS } from "./attributes.ts";
import { endpoint } from "./endpoint.ts";
import { text, whole } from "./fields.ts";
import { MAX_AGE, MIN_AGE, SEARCH_LAST_PAGE } from "./limits.ts";
import { COUNTRIES } from "./locales.ts";
import { MemberCard } from "./members.ts";

export const SearchQuery = z.strictObject({
  gender: z.optional(z.enum(GENDERS)),
  country: z.optional(z.enum(COUNTRIES)),
  countryregion: z.optional(text(4, 6)),
  min_age: z.optional(whole(MIN_AGE, MAX_AGE)),
  max_age: z.optional(whole(MIN_AGE, MAX_AGE)),
  page: z.optional(whole(1, SEARCH_LAST_PAGE)),
});
export type SearchQuery = z.output<typeof SearchQuery>;

export const SearchApi = {
  list: endpoint({
    method: "GET",
    path: "/api/members.php",
    summary: "Search members: online first, then last active. numResults is exact to the last minute",
    query: SearchQuery,
    answer: z.object({
      page: z.int(),
      results: z.array(MemberCard),
      numResults: z.int(),
      similar: z.array(MemberCard),
    }),
  }),
};
/** Whom a new member meets first (product.md 10): both fit each other. */
export const SignupMatchesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/signup-matches.php",
    summary:
      "Up to twelve members that fit: each looks for the other, in gender and in age; nearest and last active first",
    answer: z.object({ profiles: z.array(MemberCard) }),
  }),
};
export type SearchAnswer = z.output<(typeof SearchApi.list)["answer"]>;
