import { expect, it } from "vitest";
import { openIndex, put } from "../index/rules.ts";
import { newestOf } from "./rules.ts";

const NOW = 1_750_000_000_000;
const row = {
  ...{ born: 0, gender: 1, country: 1, region: 0, cell: 0, photo: false, looking_for: 1 },
  ...{ seek_min_age: 18, seek_max_age: 99, interests: 0, languages: 0 },
};

it("members active at the same moment are listed by id, in whatever order they are in the index", () => {
  const index = openIndex(0, NOW);
  for (const id of [5, 4, 1, 3, 2]) put(index, { ...row, id, last_active: NOW });
  expect(newestOf(index, index.findable, { limit: 2, offset: 0 })).toEqual([5, 4]);
  expect(newestOf(index, index.findable, { limit: 2, offset: 2 })).toEqual([3, 2]);
});

it("older members follow the recently active ones", () => {
  const index = openIndex(0, NOW);
  for (const id of [3, 1, 2]) put(index, { ...row, id, last_active: NOW - id });
  put(index, { ...row, id: 4, last_active: NOW });
  expect(newestOf(index, index.findable, { limit: 3, offset: 0 })).toEqual([4, 1, 2]);
});
