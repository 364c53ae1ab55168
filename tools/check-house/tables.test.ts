import { expect, test } from "vitest";
import { sourceOf } from "./sources.ts";
import { checkOwners } from "./tables.ts";

const migration = (number: string, text: string) => sourceOf(`server/db/migrations/${number}.sql`, text);

test("a table needs an owner", () => {
  expect(checkOwners([migration("0001", "create table likes (id bigint);")], {})).toMatchObject([
    { file: "server/db/migrations/0001.sql", why: expect.stringContaining("likes has no owner") },
  ]);
  expect(checkOwners([migration("0001", "create unlogged table if not exists likes (id bigint);")], {})).toHaveLength(
    1,
  );
  expect(checkOwners([migration("0001", "create table likes (id bigint);")], { likes: ["likes"] })).toEqual([]);
});

test("one owner", () => {
  expect(
    checkOwners([migration("0001", "create table likes (id bigint);")], { likes: ["likes"], chat: ["likes"] }),
  ).toMatchObject([{ why: expect.stringContaining("two owners") }]);
});

test("a table that was dropped, or never created, leaves the list", () => {
  const dropped = [migration("0001", "create table likes (id bigint);"), migration("0002", "drop table likes;")];
  expect(checkOwners(dropped, {})).toEqual([]);
  expect(checkOwners(dropped, { likes: ["likes"] })).toMatchObject([
    { why: expect.stringContaining("no longer exists") },
  ]);
  expect(checkOwners([...dropped, migration("0003", "create table likes (id bigint);")], { likes: ["likes"] })).toEqual(
    [],
  );
});

test("the kernel creates the table of migrations", () => {
  const text = `const create = "create table if not exists schema_migrations (name text)";`;
  expect(checkOwners([sourceOf("server/kernel/db/migrate.ts", text)], { kernel: ["schema_migrations"] })).toEqual([]);
});
