import { GENDERS, type Gender, LANGUAGES, numberOf } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { describe, expect, it } from "vitest";
import { cellOf } from "../../members/cells/rules.ts";
import { countryNumber } from "../../members/indexing/rules.ts";
import { moveRecent, openIndex, put, type SearchIndex } from "../index/rules.ts";
import type { IndexRow } from "../index/tables.ts";
import {
  type Criteria,
  type Filters,
  inCountry,
  isPersonal,
  type Narrow,
  narrowings,
  notOffered,
  ofGenders,
  relaxations,
  type Searcher,
  widening,
} from "./rules.ts";

const NOW = "2026-06-15T12:00:00.000Z";
const DAY_MS = 86_400_000;
const before = (seconds: number): number => Date.parse(NOW) - seconds * 1_000;
const bits = (list: readonly string[], ...names: string[]) =>
  names.reduce((all, name) => all + 2 ** list.indexOf(name), 0);

const UTRECHT = cellOf(52.09, 5.12);
const AMSTERDAM = cellOf(52.37, 4.89);
const PARIS = cellOf(48.86, 2.35);
const REGIONS = new Map([
  ["NL-UT", 1],
  ["NL-NH", 2],
]);

const born = (date: string): number => Date.parse(date) / DAY_MS;
/** By name, in the order of their ids. */
const PEOPLE: Record<string, Omit<IndexRow, "id" | "country"> & { country: string }> = {
  anna: {
    last_active: before(299.9),
    born: born("1991-04-12"), // 35
    gender: numberOf(GENDERS, "woman"),
    country: "NL",
    region: 1,
    cell: UTRECHT,
    photo: true,
    looking_for: bits(GENDERS, "man"),
    seek_min_age: 30,
    seek_max_age: 40,
    interests: bits(INTERESTS, "wine", "tea"),
    languages: bits(LANGUAGES, "nl", "en"),
  },
  bram: {
    last_active: before(300),
    born: born("1986-06-15"), // 40 today
    gender: numberOf(GENDERS, "man"),
    country: "NL",
    region: 2,
    cell: AMSTERDAM,
    photo: false,
    looking_for: bits(GENDERS, "woman"),
    seek_min_age: 35,
    seek_max_age: 50,
    interests: bits(INTERESTS, "tea"),
    languages: bits(LANGUAGES, "nl"),
  },
  carl: {
    last_active: before(3_000),
    born: born("1985-06-16"), // 40, and 41 tomorrow
    gender: numberOf(GENDERS, "man"),
    country: "FR",
    region: 0,
    cell: PARIS,
    photo: true,
    looking_for: bits(GENDERS, "woman", "nonbinary"),
    seek_min_age: 18,
    seek_max_age: 35,
    interests: 0,
    languages: bits(LANGUAGES, "fr"),
  },
  dirk: {
    last_active: before(90_000),
    born: born("1985-06-15"), // 41 today
    gender: numberOf(GENDERS, "man"),
    country: "NL",
    region: 1,
    cell: 0,
    photo: false,
    looking_for: bits(GENDERS, "woman"),
    seek_min_age: 36,
    seek_max_age: 99,
    interests: bits(INTERESTS, "wine"),
    languages: bits(LANGUAGES, "de"),
  },
  olga: {
    last_active: before(90_000),
    born: born("1920-01-01"), // 106
    gender: numberOf(GENDERS, "nonbinary"),
    country: "NL",
    region: 0,
    cell: 0,
    photo: false,
    looking_for: bits(GENDERS, "nonbinary"),
    seek_min_age: 80,
    seek_max_age: 99,
    interests: 0,
    languages: 0,
  },
  teun: {
    last_active: before(90_000),
    born: born("2008-06-15"), // 18 today
    gender: numberOf(GENDERS, "man"),
    country: "NL",
    region: 2,
    cell: AMSTERDAM,
    photo: false,
    looking_for: bits(GENDERS, "woman"),
    seek_min_age: 18,
    seek_max_age: 34,
    interests: 0,
    languages: 0,
  },
};
const NAMES = Object.keys(PEOPLE);

function everyone(recentFrom: number): SearchIndex {
  const index = openIndex(0, 0);
  for (const [at, row] of Object.values(PEOPLE).entries())
    put(index, { ...row, id: at + 1, country: countryNumber(row.country) }, true);
  moveRecent(index, recentFrom);
  return index;
}

/** Who searches: a woman of 35 in Utrecht who looks for men between 30 and 40, as Anna. */
const anna: Searcher = {
  id: 1,
  cell: UTRECHT,
  country: "NL",
  gender: numberOf(GENDERS, "woman"),
  date_of_birth: "1991-04-12",
  looking_for: ["man"],
  seek_min_age: 30,
  seek_max_age: 40,
};
const asked = (filters: Filters, searcher: Searcher | null = anna): Criteria => ({
  filters,
  now: NOW,
  regions: REGIONS,
  searcher,
});

function left(narrows: Iterable<Narrow>, recentFrom = before(600)): string[] {
  const index = everyone(recentFrom);
  const matches = index.findable.copy();
  for (const narrow of narrows) narrow(index, matches);
  const names: string[] = [];
  matches.forEach((at) => void names.push(NAMES[at] ?? `nobody at ${at}`));
  return names;
}
const found = (filters: Filters, searcher: Searcher | null = anna) =>
  left(narrowings(asked(filters, searcher)).values());

describe("a filter", () => {
  it("that is not set is none", () => {
    expect([...narrowings(asked({})).keys()]).toEqual([]);
    expect([...narrowings(asked({ interests: [], languages: [], min_age: 18, max_age: 99 })).keys()]).toEqual([]);
    expect(found({})).toEqual(NAMES);
  });

  it("about the searching member is none for a visitor", () => {
    expect([...narrowings(asked({ near: 25, mutual: "true" }, null)).keys()]).toEqual([]);
    expect([...narrowings(asked({ near: 25, mutual: "true" })).keys()]).toEqual(["mutual", "near"]);
  });

  it.each<[string, Filters, string[]]>([
    ["of gender", { gender: "nonbinary" }, ["olga"]],
    ["of a country", { country: "FR" }, ["carl"]],
    ["of a country where nobody is", { country: "FI" }, []],
    ["of a region", { countryregion: "NL-UT" }, ["anna", "dirk"]],
    ["of a region that has no number yet", { countryregion: "NL-ZE" }, []],
    ["of a region, whatever the country beside it", { country: "FR", countryregion: "NL-NH" }, ["bram", "teun"]],
    ["of photos", { photo: "true" }, ["anna", "carl"]],
    ["of one interest", { interests: ["wine"] }, ["anna", "dirk"]],
    ["of several interests, any of them", { interests: ["wine", "tea"] }, ["anna", "bram", "dirk"]],
    ["of an interest that nobody has", { interests: ["hiking"] }, []],
    ["of languages, any of them", { languages: ["en", "fr"] }, ["anna", "carl"]],
    ["of who is online, to the second", { online: "true" }, ["anna"]],
    ["of kilometres, between towns", { near: 50 }, ["anna", "bram", "teun"]],
    ["of fewer kilometres", { near: 25 }, ["anna"]],
    ["of both ways", { mutual: "true" }, ["bram", "carl"]],
  ])("%s keeps who passes it", (_, filters, names) => {
    expect(found(filters)).toEqual(names);
  });

  it.each<[string, Filters, string[]]>([
    ["from an age on", { min_age: 41 }, ["dirk", "olga"]],
    ["up to an age", { max_age: 40 }, ["anna", "bram", "carl", "teun"]],
    ["of one age", { min_age: 40, max_age: 40 }, ["bram", "carl"]],
    ["of 18", { min_age: 18, max_age: 18 }, ["teun"]],
    ["of the highest age and older", { min_age: 98, max_age: 99 }, ["olga"]],
    ["below the lowest age, which has no lower limit", { min_age: 18, max_age: 35 }, ["anna", "teun"]],
    ["of a highest age below the lowest, which is that one", { min_age: 40, max_age: 30 }, ["bram", "carl"]],
  ])("of ages %s counts birthdays", (_, filters, names) => {
    expect(found(filters)).toEqual(names);
  });

  it("of who is online finds those who were last active before the index calls it recent", () => {
    expect(left(narrowings(asked({ online: "true" })).values(), before(100))).toEqual(["anna"]);
  });

  it("both ways asks for the ages and genders of both sides", () => {
    const of = (change: Partial<Searcher>) => found({ mutual: "true" }, { ...anna, ...change });
    expect(of({ seek_max_age: 41 })).toEqual(["bram", "carl"]); // Dirk looks for 36 and older
    expect(of({ seek_max_age: 41, date_of_birth: "1990-06-15" })).toEqual(["bram", "dirk"]); // and Carl up to 35
    expect(of({ date_of_birth: "1992-06-15" })).toEqual(["carl"]); // Bram from 35
    expect(of({ seek_max_age: 39 })).toEqual([]);
    expect(of({ gender: numberOf(GENDERS, "nonbinary") })).toEqual(["carl"]);
    expect(of({ looking_for: [] as Gender[] })).toEqual([]);
    const oldest = { gender: 3, looking_for: ["nonbinary"] as Gender[], seek_max_age: 99 };
    expect(of({ ...oldest, date_of_birth: "1919-01-01" })).toEqual(["olga"]); // 107 counts as 99
  });

  it("of one country or of genders is there for other lists too", () => {
    expect(left([inCountry("FR")])).toEqual(["carl"]);
    expect(left([inCountry("XX")])).toEqual([]); // a country that is not in the contract
    expect(left([ofGenders(["woman", "nonbinary"])])).toEqual(["anna", "olga"]);
    expect(left([ofGenders([])])).toEqual([]);
  });
});

/** Without what is not set. */
const set = ({ filters }: Criteria) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

describe("an empty search", () => {
  it("offers to drop each of its filters, a country with its region, both ages at once", () => {
    const search: Filters = {
      country: "NL",
      countryregion: "NL-UT",
      min_age: 30,
      max_age: 40,
      interests: ["wine"],
      languages: [],
      photo: "true",
    };
    const rest = { country: "NL", countryregion: "NL-UT", interests: ["wine"], languages: [], photo: "true" };
    const ages = { min_age: 30, max_age: 40 };
    const { countryregion: _, ...country } = rest;
    const { interests: __, ...bored } = rest;
    const { photo: ___, ...blind } = rest;
    const offers = new Map(relaxations(asked(search)).map(({ drop, criteria }) => [drop, set(criteria)]));
    expect(offers).toEqual(
      new Map<string, object>([
        ["country", { ...ages, interests: ["wine"], languages: [], photo: "true" }],
        ["countryregion", { ...ages, ...country }],
        ["photo", { ...ages, ...blind }],
        ["interests", { ...ages, ...bored }],
        ["ages", rest],
      ]),
    );
  });

  it("keeps the country of a region that is dropped", () => {
    const [only] = relaxations(asked({ countryregion: "NL-UT" }));
    expect([only!.drop, set(only!.criteria)]).toEqual(["countryregion", { country: "NL" }]);
  });

  it.each<[Filters, string[]]>([
    [{}, []],
    [{ min_age: 18, max_age: 99 }, []],
    [{ min_age: 19 }, ["ages"]],
    [{ max_age: 98 }, ["ages"]],
  ])("with %o offers to drop %o", (filters, drops) => {
    expect(relaxations(asked(filters)).map(({ drop }) => drop)).toEqual(drops);
  });
});

describe("a search that finds few", () => {
  it("is widened: without its region, with five more years, anywhere", () => {
    const search: Filters = { countryregion: "NL-UT", near: 25, min_age: 30, max_age: 40, photo: "true" };
    expect(widening(asked(search)).map(set)).toEqual([
      search,
      { country: "NL", near: 25, min_age: 30, max_age: 40, photo: "true" },
      { country: "NL", near: 25, min_age: 25, max_age: 45, photo: "true" },
      { min_age: 25, max_age: 45, photo: "true" },
    ]);
  });

  it("is widened to the ages that there are, and has no step for a region that it has not", () => {
    expect(widening(asked({ country: "NL", min_age: 20, max_age: 96 })).map(set)).toEqual([
      { country: "NL", min_age: 20, max_age: 96 },
      { country: "NL", min_age: 18, max_age: 99 },
      { min_age: 18, max_age: 99 },
    ]);
    expect(widening(asked({})).map(set)).toEqual([{}, { min_age: 18, max_age: 99 }, { min_age: 18, max_age: 99 }]);
  });
});

describe("what a site offers", () => {
  const site = { search_fields: ["country", "countryregion", "photo"], countries: ["NL", "DE"] as never[] };

  it.each<[Filters, string | null]>([
    [{}, null],
    [{ gender: undefined }, null],
    [{ photo: "true", country: "NL" }, null],
    [{ photo: "true", gender: "man" }, "gender"],
    [{ country: "FR" }, "country"],
    [{ countryregion: "DE-BE" }, null],
    [{ countryregion: "FR-IDF" }, "country"],
    [{ country: "NL", countryregion: "FR-IDF" }, "country"],
  ])("of %o refuses %o", (filters, wrong) => {
    expect(notOffered(filters, site)).toBe(wrong);
  });

  it("is personal where it is measured against the member", () => {
    expect([{}, { photo: "true" }, { near: 25 }, { mutual: "true" }].map((one) => isPersonal(one as Filters))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
