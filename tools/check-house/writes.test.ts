import { expect, test } from "vitest";
import { sourceOf } from "./sources.ts";
import { checkWrites } from "./writes.ts";

const owners = { kernel: ["product_clock"], members: ["members"], likes: ["likes"] };
const check = (file: string, sql: string) => checkWrites([sourceOf(file, `const x = write(\`${sql}\`);`)], owners);

test.each([
  ["server/modules/likes/commands.ts", "update members set name = $1"],
  ["server/modules/likes/swipes/commands.ts", "with x as (insert into members values (1)) select 1"],
  ["server/modules/members/commands.ts", "delete from likes where true"],
  ["server/modules/members/commands.ts", "update product_clock set offset_seconds = 0"],
  ["server/kernel/jobs.ts", "delete from members"],
  ["server/erase.ts", "delete from members"],
])("%s: %s", (file, sql) => {
  expect(check(file, sql)).toMatchObject([{ file, why: expect.stringMatching(/^line 1 writes/) }]);
});

test.each([
  ["server/modules/members/photos/commands.ts", "update members set name = $1"],
  ["server/modules/likes/commands.ts", "insert into likes select id from members for update"],
  ["server/kernel/clock.ts", "update product_clock set offset_seconds = 0"],
  ["server/db/demo/rows.ts", "insert into members values (1)"],
  ["server/modules/likes/routes.test.ts", "update members set name = $1"],
  ["server/test/cast.ts", "update members set name = $1"],
])("fine: %s: %s", (file, sql) => {
  expect(check(file, sql)).toEqual([]);
});
