import { describe, expect, test } from "vitest";
import { tablesOf } from "./sql-tables.ts";

const read = (text: string) => [...tablesOf(text).read].sort();
const written = (text: string) => [...tablesOf(text).written].sort();

describe("tables that are read", () => {
  test.each([
    ["select * from a", ["a"]],
    ["SELECT * FROM A", ["a"]],
    ["select 1, b from a", ["a"]],
    ["select * from a x, only b y, c as z where x.q in (1, 2) group by e, f", ["a", "b", "c"]],
    ["select * from a join b on a.id = b.id left join c using (id, site_id), d", ["a", "b", "c", "d"]],
    ["select * from (a cross join b) , c", ["a", "b", "c"]],
    ["select * from (select * from a, b order by x, y) c, d", ["a", "b", "d"]],
    ["select exists (select from a), (select x from b), array(select y from c)", ["a", "b", "c"]],
    ["select * from a where id in (select id from b) and not exists (select from c)", ["a", "b", "c"]],
    ["select * from a cross join lateral (select * from b) x, lateral f(a.id) y, c", ["a", "b", "c"]],
    ["select * from unnest($1::int[], $2::int[]) with ordinality as t(a, b), c", ["c"]],
    ["select * from (values (1, 2), (3, 4)) v (x, y), a", ["a"]],
    ["select 1 from a union all select 2 from b", ["a", "b"]],
    ["left join a on a.id = b.id", ["a"]],
    ["exists (select from a where x", ["a"]],
    ['select * from public.a, other.b, "c"', ["a", "c"]],
    ["insert into a (x, y) select p, q from b on conflict (x, y) do update set x = 1, y = 2 returning x, y", ["b"]],
    ["update a set x = 1, y = (select z from b) from c where true returning x, y", ["b", "c"]],
    ["delete from a using b, c where true", ["b", "c"]],
    ["merge into a using b on true", ["b"]],
    ["select * from a, b for update of a, b", ["a", "b"]],
  ])("%s", (text, tables) => expect(read(text)).toEqual(tables));

  test.each([
    "select extract(epoch from x), substring(y from 1 for 3), trim(both from z)",
    "select x is not distinct from y",
    "select ' from a' -- from b\n /* from c */",
    "delete from a where x in (b, c)",
    "select now(), 'it''s from a'",
    "where a.x = b.y order by c, d",
  ])("none: %s", (text) => expect(read(text)).toEqual([]));
});

describe("tables that are written", () => {
  test.each([
    ["insert into a (x) select y from b", ["a"]],
    ["update a x set y = 1 from b", ["a"]],
    ["update only a set y = 1", ["a"]],
    ["delete from a using b", ["a"]],
    [
      "with x as (delete from a returning *), y as (insert into b select * from x returning 1) update c set z = 1",
      ["a", "b", "c"],
    ],
    ["merge into a using b on true", ["a"]],
    ["truncate table a", ["a"]],
  ])("%s", (text, tables) => expect(written(text)).toEqual(tables));

  test.each(["select * from a for update", "select * from a for no key update of a", "select updated_at from a"])(
    "none: %s",
    (text) => expect(written(text)).toEqual([]),
  );

  test("of an insert that updates, the target only", () => {
    expect(written("insert into a values (1) on conflict (x) do update set x = 1")).toEqual(["a"]);
  });
});

test("parts of a statement have names", () => {
  const { parts } = tablesOf(
    "with a as (select 1), b (x, y) as not materialized (select 2) select * from a, b as c, d as e (f)",
  );
  expect([...parts]).toEqual(["a", "b"]);
});

test("an interpolated table name is hidden; an interpolated subselect or condition is not a table", () => {
  for (const text of [
    "select * from …",
    "a join … on true",
    "select * from a, … x",
    "insert into … values (1)",
    "update … set x = 1",
  ])
    expect(tablesOf(text).hidden, text).toBe(true);
  for (const text of [
    "select … from a … where …",
    "select * from (…) x",
    "with x as (…) select * from x",
    "select * from lateral (…) x",
  ])
    expect(tablesOf(text).hidden, text).toBe(false);
});
