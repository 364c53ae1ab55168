import { describe, expect, it } from "vitest";
import { readTags } from "./tags.ts";

const titles = (text: string) => readTags("a.test.ts", text).map(({ id, title }) => [id, title]);

describe("a tag", () => {
  it("belongs to the test below it, with each of its ids", () => {
    const text = `it("before", () => {});\n\n  // spec: 4.push-alert, 9.photos\n  it("is \\"said\\"", async () => {});`;
    expect(titles(text)).toEqual([
      ["4.push-alert", 'is "said"'],
      ["9.photos", 'is "said"'],
    ]);
  });

  it("may have another comment between itself and the test", () => {
    expect(titles(`// spec: 1.like\n/** Twice. */\n// And again.\ntest(\`for \${name}\`, () => {});`)).toEqual([
      ["1.like", `for \${name}`],
    ]);
  });

  it("above a test that is made of a table has the title behind the table", () => {
    const text =
      '// spec: 1.like\nit.each<[string, RegExp]>([\n  ["a (b", /c\\)/], // d)\n])(\n  "%s is one", () => {});';
    expect(titles(text)).toEqual([["1.like", "%s is one"]]);
  });

  it("above a row names the row and the test that follows", () => {
    const inside = 'it.each([\n  ["a", 1],\n  // spec: 1.like\n  ["b", 2],\n])("%s", () => {});\nit("next", () => {});';
    const before = 'const TEXTS = {\n  // spec: 1.like\n  "b": ["x"],\n};\nit("before", f);\nit("next", f);';
    expect(titles(inside)).toEqual([["1.like", '%s: ["b", 2]']]);
    expect(titles(before)).toEqual([["1.like", 'before: "b": ["x"]']]);
  });

  it("has the titles of the groups around its test, and of no other", () => {
    const before = 'describe("likes", () => {\n  it("a", f);\n});\n';
    const inside =
      'describe.each(KINDS)("of %s", () => {\n  describe("sent", () => {\n    // spec: 1.like\n    it("b", f);\n  });\n});\n';
    expect(titles(before + inside)).toEqual([["1.like", "of %s › sent › b"]]);
  });

  it("above a loop that makes tests has their title", () => {
    expect(titles('// spec: 1.like\nfor (const name of NAMES)\n  test("of all", () => {});')).toEqual([
      ["1.like", "of all"],
    ]);
  });

  it("in a file without tests has its row", () => {
    const text =
      'export const ROUTES = {\n  // spec: 2.route.index\n  index: visitors("/"),\n  // spec: 1.like\n  "x y": {\n';
    expect(readTags("e2e/table.ts", text).map(({ title }) => title)).toEqual(['index: visitors("/")', '"x y":']);
    expect(readTags("e2e/table.ts", "// spec: 1.like\nconst a = 1;\n")).toMatchObject([
      { wrong: expect.stringContaining("neither") },
    ]);
  });

  it("is wrong anywhere else", () => {
    const inBody = readTags("a.test.ts", 'it("a", () => {\n  // spec: 1.like\n  const b = 1;\n});\nit("c", () => {});');
    const atEnd = readTags("a.test.ts", 'it("a", () => {});\n// spec: 1.like\n');
    expect(inBody).toMatchObject([{ file: "a.test.ts", line: 2, wrong: expect.stringContaining("neither") }]);
    expect(atEnd).toMatchObject([{ line: 2, wrong: "no test follows" }]);
  });
});
