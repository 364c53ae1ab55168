import { expect, test } from "vitest";
import { checkUnusedExports } from "./exports.ts";
import { sourceOf } from "./sources.ts";

const check = (text: string, file = "server/kernel/thing.ts") =>
  checkUnusedExports([sourceOf(file, text), sourceOf("server/main.ts", "used(Used);")]).map(({ why }) => why);

test.each([
  ["export const alone = 1;", "alone is exported and unused"],
  ["export async function alone() {}", "alone is exported and unused"],
  ["export class Alone {}", "Alone is exported and unused"],
  ["export interface Alone {}", "Alone is exported and unused"],
  ["export const local = 1;\nconst x = local;", "local is exported and used here only"],
])("%s", (text, why) => expect(check(text)).toEqual([why]));

test.each([
  "export const used = 1;",
  "export class Used {}",
  "const local = 1;",
  "export interface Options {}\nexport function used(options: Options) {}",
])("fine: %s", (text) => expect(check(text)).toEqual([]));

test("contract exports may be used in their own file only; exports read by name need no import", () => {
  expect(check("export const part = 1;\nconst whole = part;", "contract/src/likes.ts")).toEqual([]);
  expect(check("export const part = 1;", "contract/src/likes.ts")).toHaveLength(1);
  expect(check("export const loader = 1;", "web/app/features/likes/likes.page.tsx")).toEqual([]);
  expect(check("export const streamTimeout = 1;", "web/app/entry.server.tsx")).toEqual([]);
  expect(check("export const LOW = 1;", "contract/src/limits.ts")).toEqual([]);
});
