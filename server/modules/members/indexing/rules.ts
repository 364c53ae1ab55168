/**
 * What searches choose members by: for each, the column of `member_search`, how it is read from the member, and how many values
 * it has. The row is written from this table, and the search index (search/index) has a bitmap for each value.
 */
import { GENDERS, LANGUAGES } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { COUNTRIES, type Country } from "@serenade/contract/locales";

export interface Choice {
  /** How many values there are. */
  size: number;
  /** SQL over `m` (members) and `d` (member_details). */
  from: string;
  /** A boolean, the number of the one value (from 1), or a set: bit n-1 is the nth value. */
  holds: "flag" | "number" | "set";
}

/** A set of small numbers as bits. */
const bits = (column: string) => `(select coalesce(bit_or(1::bigint << (n - 1)), 0) from unnest(${column}) n)`;
const codes = COUNTRIES.map((code) => `'${code}'`).join(",");

export const CHOICES = {
  photo: { size: 1, from: "m.main_photo_id is not null", holds: "flag" },
  gender: { size: GENDERS.length, from: "m.gender", holds: "number" },
  looking_for: { size: GENDERS.length, from: "m.looking_for", holds: "set" },
  country: {
    size: COUNTRIES.length,
    from: `coalesce(array_position(array[${codes}], m.country::text), 0)`,
    holds: "number",
  },
  languages: { size: LANGUAGES.length, from: bits("d.languages"), holds: "set" },
  interests: { size: INTERESTS.length, from: bits("d.interests"), holds: "set" },
} satisfies Record<string, Choice>;

export type ChoiceName = keyof typeof CHOICES;
export const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[];

/** The number of a country in search rows: its position in the contract's list plus one. */
export const countryNumber = (country: string): number => COUNTRIES.indexOf(country as Country) + 1;
