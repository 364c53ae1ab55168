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

/** Distances of "near" in kilometres. */
export const NEAR_KM = [25, 50, 100, 200] as const;
export type NearKm = (typeof NEAR_KM)[number];

const listed = bounded(2_000);
/** Several values: repeated, as a form sends them, or separated by commas. */
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

/** One row for each parameter that narrows a search; offers, validation and relaxations of a new one follow from its row. */
const FIELDS = {
  gender: z.optional(z.enum(GENDERS)),
  country: z.optional(z.enum(COUNTRIES)),
  countryregion: z.optional(text(4, 6)),
  min_age: z.optional(whole(MIN_AGE, MAX_AGE)),
  max_age: z.optional(whole(MIN_AGE, MAX_AGE)),
  /** Within so many kilometres of the member, in cells of about 10 km; only for members with a town. */
  near: z.optional(kilometres),
  photo: z.optional(z.literal("true")),
  online: z.optional(z.literal("true")),
  /** At least one of them. */
  interests: z.optional(several(INTERESTS)),
  languages: z.optional(several(LANGUAGES)),
  /** Members who also look for someone like the caller, in gender and age; for members only. */
  mutual: z.optional(z.literal("true")),
};

type SearchField = keyof typeof FIELDS;
/** Parameters of a search that a site can offer (§3 search_fields). */
export const SEARCH_FIELDS = Object.keys(FIELDS) as SearchField[];

/** Filters that an empty search offers to drop: both ages at once; a country includes its region. */
export type SearchFilter = Exclude<SearchField, "min_age" | "max_age"> | "ages";
export const SEARCH_FILTERS = [
  ...SEARCH_FIELDS.filter((field) => field !== "min_age" && field !== "max_age"),
  "ages",
] as SearchFilter[];

export const SearchQuery = z.strictObject({
  ...FIELDS,
  page: z.optional(whole(1, SEARCH_LAST_PAGE)),
  /** A visitor's traffic source, if no cookie stores it (§6 Visitor). */
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
      /** For an empty result: the total without each of the filters, the largest first. */
      relaxations: z.array(z.object({ drop: z.enum(SEARCH_FILTERS), numResults: z.int() })),
    }),
  }),
};
const SavedSearch = z.object({ id: idOf("search"), query: z.string(), alert: z.boolean() });
export type SavedSearch = z.output<typeof SavedSearch>;
const saved = z.object({ searches: z.array(SavedSearch) });

/** Saved searches. `query` is that of the page's address, its filters in alphabetical order. */
export const SavedSearchApi = {
  list: endpoint({
    method: "GET",
    path: "/api/saved-search.php",
    summary: "The caller's saved searches, newest first",
    answer: saved,
  }),
  save: endpoint({
    method: "POST",
    path: "/api/saved-search.php",
    summary: "Save a search; with `alert` an email reports new matches. The same search again changes its alert",
    body: z.strictObject({ query: text(0, 500), alert: z.boolean() }),
    answer: saved,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/saved-search.php",
    summary: "Delete a saved search",
    body: z.strictObject({ id: idOf("search") }),
    answer: saved,
  }),
};

/** First suggestions for a new member (product.md 10), matching in both directions. */
export const SignupMatchesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/signup-matches.php",
    summary: "Up to twelve members who match in both directions, in gender and age; nearest and last active first",
    answer: z.object({ profiles: z.array(MemberCard) }),
  }),
};
export type SearchAnswer = z.output<(typeof SearchApi.list)["answer"]>;
