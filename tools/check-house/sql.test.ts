import { expect, test } from "vitest";
import { sourceOf } from "./sources.ts";
import { literalsOf } from "./sql.ts";

/** The linter rejects `${}` in plain strings. */
const filled = (text: string) => text.replaceAll("#{", "${");
const texts = (text: string) =>
  literalsOf(sourceOf("server/modules/likes/queries.ts", filled(text))).flatMap((literal) => literal.texts);

test("literals of every kind, with their first line", () => {
  const source = sourceOf(
    "server/modules/likes/queries.ts",
    'const a = read<[], R>(\n  `select 1\n from a`,\n);\nconst b = { sql: "select 2" + " from b" };\n',
  );
  expect(literalsOf(source)).toEqual([
    { line: 2, texts: ["select 1\n from a"] },
    { line: 5, texts: ["select 2 from b"] },
  ]);
});

test("an interpolated text is part of its template", () => {
  expect(texts('const a = `select from c, d#{more ? ", e" : ""} where #{x} and #{y && "z"}`;')).toEqual([
    "select from c, d, e where  …  and z",
    "select from c, d where  …  and z",
  ]);
});

test("literals inside interpolations are found too", () => {
  expect(
    texts('const a = `select from a where #{list.map((one) => `exists (select from #{one})`).join(" or ")}`;'),
  ).toEqual(["select from a where  … ", "exists (select from  … )", " or "]);
});

test("imports and types are not literals", () => {
  expect(texts('import { x } from "select";\ntype Kind = "select";\nconst kind: "from" = x;')).toEqual([]);
});

test("a source without SQL is not parsed", () => {
  expect(texts("this is no TypeScript")).toEqual([]);
  expect(() => texts("select this is no TypeScript")).toThrow();
});
