/** Mutants measure the tests of a module, so each kind of mutant is tested here. */
import { describe, expect, it } from "vitest";
import { mutantsOf } from "./mutate.ts";

/** The source after each change; `file` determines whether numbers are mutated. */
const changed = (source: string, file = "commands.ts") => mutantsOf(file, source).map(({ text }) => text);
const names = (source: string, file?: string) =>
  mutantsOf(file ?? "commands.ts", source).map(({ from, to }) => `${from} → ${to}`);

describe("mutants of TypeScript", () => {
  it("change comparisons, and conditions to always and never", () => {
    expect(changed("const a = b > c;")).toEqual(["const a = b >= c;", "const a = b <= c;"]);
    expect(names("if (a === b) throw c;")).toEqual(["a === b → true", "a === b → false"]);
    expect(names("x = a <= b ? c : d;")).toEqual(["a <= b → true", "a <= b → false", "<= → <"]);
    expect(names("return_(a !== b && !c);").slice(1)).toEqual(["!== → ===", "&& → ||", "!c → c"]);
  });

  it("drop calls that are statements, except logs", () => {
    expect(changed("await take(a);")).toEqual([";"]);
    expect(changed('app.log.warn("a"); log.info("b");')).toEqual([]);
  });

  it("change arithmetic of numbers, not of strings", () => {
    expect(names("x = a - b * c;")).toEqual(["- → +", "* → /"]);
    expect(names('x = a + "s";')).toEqual([]);
  });

  it("change numbers in rules only", () => {
    expect(names("const DAY = 86_400;")).toEqual([]);
    expect(names("const DAY = 86_400;", "server/modules/a/rules.ts")).toEqual(["86_400 → 86401", "86_400 → 86399"]);
    expect(names("const NONE = 0;", "rules.ts")).toEqual(["0 → 1"]);
  });

  it("ignore types and imports", () => {
    expect(names('import { a } from "a"; type B = 1 | true; let c: true;', "rules.ts")).toEqual([]);
  });
});

describe("mutants of SQL", () => {
  const sql = (text: string) => names(`const a = read(\`${text}\`);`);

  it("remove a condition and keep its parameters in the statement", () => {
    expect(changed('read("select 1 from t where a = $1 and b = $2 order by c");')).toContain(
      'read("select 1 from t where a = $1 and (b = $2 or true) order by c");',
    );
    expect(sql("select 1 from t where a = $1 and (b = $2 or c in (1, 2)) and d = 3 limit 1")).toEqual([
      "(b = $2 or c in (1, 2)) → true",
      "d = 3 → true",
    ]);
  });

  it("end a condition at a bracket or a keyword, and not at the `and` of between", () => {
    expect(sql("select (select 1 from u where a = 1 and b = 2), c from t")).toEqual(["b = 2 → true"]);
    expect(sql("select 1 from t where a = 1 and b between 1 and 2")).toEqual(["b between 1 and 2 → true"]);
    expect(sql("select case when a and b then c else d end from t")).toEqual(["a → true", "a → false", "b → true"]);
  });

  it("change operators, exists, null and the direction, but nothing in quotes", () => {
    expect(sql("select 1 from t where a > $1")).toEqual(["> → >=", "> → <="]);
    expect(sql("select 1 from t where a <> $1")).toEqual(["<> → ="]);
    expect(sql("select 1 from t where a is null")).toEqual(["is null → is not null"]);
    expect(sql("select 1 from t where not exists (select 1)")).toEqual(["not exists → exists"]);
    expect(sql("select 1 from t where a = 1 order by b desc")).toEqual([" desc → "]);
    expect(sql("update t set a = a + 1 where b = ' and c > d '")).toEqual(["+ → -"]);
  });

  it("ignore interpolations", () => {
    const hole = "$" + "{b > 1}";
    expect(sql(`select 1 from t where a = 1 and ${hole}`).filter((one) => one.includes("true"))).toEqual([]);
  });
});
