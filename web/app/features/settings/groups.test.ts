import { expect, it } from "vitest";
import { groupIn } from "./groups.ts";

it.each([
  [undefined, "", null],
  ["privacy", "", "privacy"],
  ["nothing", "", undefined],
  [undefined, "token=a", "privacy"],
  [undefined, "leave=pause", "account"],
  [undefined, "leaving=1", "account"],
  ["money", "token=a", "money"],
])("%s?%s shows %s", (section, search, group) => expect(groupIn(section, new URLSearchParams(search))).toBe(group));
