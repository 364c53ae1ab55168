import { expect, test } from "vitest";
import { sourceOf } from "./sources.ts";
import { checkTime } from "./time.ts";

const file = "server/modules/likes/commands.ts";
const check = (text: string, at = file) => checkTime([sourceOf(at, text)]);

test.each([
  'const x = write("update likes set seen_at = now()");',
  "const OLD = `created_at < clock_timestamp() - $1`;",
  "const x = read<[], R>(`select * from a where day = current_date`);",
  'await db.raw("select localtimestamp");',
  "const at = Date.now();",
  "const clock = Date.now;",
  "const at = new Date();",
])("%s", (text) => expect(check(text)).toMatchObject([{ file }]));

test.each([
  "const at = clock.now();",
  "const at = new Date(row.created_at);",
  'const x = write("update likes set seen_at = $1");',
  "/** Not now() of the database. */ const x = 1;",
  "const at = performance.now();",
])("fine: %s", (text) => expect(check(text)).toEqual([]));

test("the clock itself, tests and the browser use their own clock", () => {
  for (const at of [
    "server/kernel/clock.ts",
    "server/modules/likes/routes.test.ts",
    "server/test/app.ts",
    "web/app/root.tsx",
  ])
    expect(check('const at = Date.now(); read("select now()");', at)).toEqual([]);
});
