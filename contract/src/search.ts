/** Member search (§3 Search state, §1). */
import * as z from "zod/mini";
import { GENDERS, LANGUAGES } from "./attributes.ts";
import { endpoint } from "./endpoint.ts";
import { bounded, text, whole } from "./fields.ts";
import { idOf } from "./ids.ts";
import { INTERESTS } from "./interests.ts";
import { MAX_AGE, MIN_AGE, SEARCH_LAST_PAGE } from "./limits.ts";
import { COUNTRIES } from "./locales.ts";
import { MemberCard } from "./members.ts";

/** Kilometres that "near" can mean. */
export const NEAR_KM = [25, 50, 100, 200] as const;
export type NearKm = (typeof NEAR_KM)[number];

const listed = bounded(2_000);
/** Several of a list: repeated, as a form sends them, or with commas between. */
const several = <const T extends readonly string[]>(values: T) =>
  z.pipe(
    z.pipe(
      z.union([listed, z.array(listed)]),
      z.transform((value: string | string[]) =>
        [value]
          .flat()
          .flatMap((one) => one.split(","))
          .filter(Boolean),
      ),
    ),
    z.array(z.enum(values)).check(z.maxLength(values.length)),
  );
const kilometres = z.pipe(
  z.enum(["25", "50", "100", "200"]),
  z.transform((value: `${NearKm}`) => Number(value) as NearKm),
);

/** One row for each parameter that narrows a search; a new one is offered, validated and relaxed by its row alone. */
const FIELDS = {
  gender: z.optional(z.enum(GENDERS)),
  country: z.optional(z.enum(COUNTRIES)),
  countryregion: z.optional(text(4, 6)),
  min_age: z.optional(whole(MIN_AGE, MAX_AGE)),
  max_age: z.optional(whole(MIN_AGE, MAX_AGE)),
  /** Within so many kilometres of the member, in cells of about 10 km; members who have said a town only. */
  near: z.optional(kilometres),
  photo: z.optional(z.literal("true")),
  online: z.optional(z.literal("true")),
  /** At least one of them. */
  interests: z.optional(several(INTERESTS)),
  languages: z.optional(several(LANGUAGES)),
  /** Who looks for somebody like the member too, in gender and in age; members only. */
  mutual: z.optional(z.literal("true")),
};

type SearchField = keyof typeof FIELDS;
/** Parameters of a search that a site can offer (§3 search_fields). */
export const SEARCH_FIELDS = Object.keys(FIELDS) as SearchField[];

/** What an empty search offers to drop: the two ages together; dropping a country drops its region too. */
export type SearchFilter = Exclude<SearchField, "min_age" | "max_age"> | "ages";
export const SEARCH_FILTERS = [
  ...SEARCH_FIELDS.filter((field) => field !== "min_age" && field !== "max_age"),
  "ages",
] as SearchFilter[];

export const SearchQuery = z.strictObject({
  ...FIELDS,
  page: z.optional(whole(1, SEARCH_LAST_PAGE)),
  /** A visitor's traffic source, where it is not kept in a cookie (§6 Visitor). */
  network: z.optional(text(0, 100)),
  ref: z.optional(text(0, 100)),
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
      /** Where nobody fits: how many would without one of the filters, those that gain most first. */
      relaxations: z.array(z.object({ drop: z.enum(SEARCH_FILTERS), numResults: z.int() })),
    }),
  }),
};
const SavedSearch = z.object({ id: idOf("search"), query: z.string(), alert: z.boolean() });
export type SavedSearch = z.output<typeof SavedSearch>;
const saved = z.object({ searches: z.array(SavedSearch) });

/** Searches that a member keeps. `query` is that of the page's address, its filters by name in the order of the alphabet. */
export const SavedSearchApi = {
  list: endpoint({
    method: "GET",
    path: "/api/saved-search.php",
    summary: "One's saved searches, the newest first",
    answer: saved,
  }),
  save: endpoint({
    method: "POST",
    path: "/api/saved-search.php",
    summary: "Save a search; with `alert` a mail says when somebody new fits. The same search again changes its alert",
    body: z.strictObject({ query: text(0, 500), alert: z.boolean() }),
    answer: saved,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/saved-search.php",
    summary: "Forget a saved search",
    body: z.strictObject({ id: idOf("search") }),
    answer: saved,
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
