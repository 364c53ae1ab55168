import { expect, test } from "vitest";
import { checkReads, describeReads, type Reads } from "./reads.ts";
import { sourceOf } from "./sources.ts";

const owners = {
  kernel: ["product_clock"],
  site: ["sites"],
  members: ["members"],
  likes: ["likes"],
  chat: ["messages"],
};
const file = "server/modules/members/queries.ts";
/** `#{}` for `${}`, which the linter rejects in plain strings. */
const reading = (text: string, at = file) => sourceOf(at, `const x = read(\`${text.replaceAll("#{", "${")}\`);`);
const check = (sources: ReturnType<typeof reading>[], frozen: Reads = {}) => checkReads(sources, { frozen, owners });

test("a statement that reads to the right is reported, with what to do", () => {
  expect(check([reading("select exists (select from likes where liker_id = m.id) from members m")])).toEqual([
    {
      file,
      why: `members reads likes, which belongs to likes, to the right of members in the order of modules. Ask in likes or to the right of it, by a query of likes, and hand members what it needs. tools/check-house/reads-to-the-right.ts may only shrink:\n    ${file}:1`,
    },
  ]);
});

test("so is a fragment, one in a subfolder, and a conditional one", () => {
  expect(check([reading("join likes l on l.liked_id = m.id")])).toHaveLength(1);
  expect(check([reading("select from messages", "server/modules/members/photos/commands.ts")])).toHaveLength(1);
  expect(check([reading('select from members#{liked ? ", likes" : ""}')])).toHaveLength(1);
});

test("the kernel is to the left of every module", () => {
  expect(check([reading("select from sites", "server/kernel/readiness.ts")])).toHaveLength(1);
  expect(check([reading("select from product_clock", "server/kernel/clock.ts")])).toEqual([]);
});

test("a module may read to the left, its own tables and those without an owner; tests and the layers above modules may read all", () => {
  expect(check([reading("with old as (select 1) select from members, product_clock, sites, old, pg_class")])).toEqual(
    [],
  );
  for (const at of [
    "server/modules/members/routes.test.ts",
    "server/test/cast.ts",
    "server/jobs.ts",
    "server/db/demo/rows.ts",
  ])
    expect(check([reading("select from likes, messages", at)])).toEqual([]);
});

test("listed reads are accepted", () => {
  expect(
    check([reading("select from likes"), reading("select from likes", "server/modules/members/a/queries.ts")], {
      members: { likes: 2 },
    }),
  ).toEqual([]);
});

test("one more than on the list is reported, with all places", () => {
  const other = "server/modules/members/a/queries.ts";
  const [finding, ...rest] = check([reading("select from likes"), reading("select from likes", other)], {
    members: { likes: 1 },
  });
  expect(rest).toEqual([]);
  expect(finding!.file).toBe("server/modules/members/");
  expect(finding!.why).toContain(
    `1 of these are in tools/check-house/reads-to-the-right.ts, which may only shrink:\n    ${file}:1\n    ${other}:1`,
  );
});

test("the list may only shrink: a removed read leaves it", () => {
  const list = "tools/check-house/reads-to-the-right.ts";
  expect(check([reading("select from likes")], { members: { likes: 2 } })).toMatchObject([
    { file: list, why: expect.stringContaining("write 1 in the place of 2") },
  ]);
  expect(check([reading("select from members")], { members: { likes: 1 } })).toMatchObject([
    { file: list, why: expect.stringContaining("remove it") },
  ]);
});

test("a statement that reads a table twice is one read", () => {
  expect(
    check([reading("select from likes a, likes b where exists (select from likes)")], { members: { likes: 1 } }),
  ).toEqual([]);
});

test("two statements of one line are two", () => {
  const both = sourceOf(file, `const x = [read("select 1 from likes"), read("select 2 from likes")];`);
  expect(check([both], { members: { likes: 1 } })).toHaveLength(1);
});

test("no name hides a table", () => {
  expect(check([reading("with likes as (select 1) select from members")])).toMatchObject([
    { why: expect.stringContaining("name of the table likes") },
  ]);
  expect(check([reading("select from #{table}")])).toMatchObject([{ why: expect.stringContaining("interpolated") }]);
});

test("the length of the list", () => {
  expect(describeReads({ members: { likes: 2, messages: 1 }, mail: { likes: 1 } })).toBe(
    "4 reads to the right, 3 pairs of module and table",
  );
});
