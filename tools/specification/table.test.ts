import { describe, expect, it } from "vitest";
import { readLines } from "./lines.ts";
import { findFaults, makeTable } from "./table.ts";
import { readTags } from "./tags.ts";

const SECTIONS = readLines(
  "# Lines\n\n## 1. What\n\n- `1.like` Members like.\n- `1.staff` Staff: not shown.\n  - no test: it claims nothing\n",
);
const tags = (id: string) => readTags("server/likes.test.ts", `// spec: ${id}\nit("anna | bram", () => {});`);

describe("the table", () => {
  it("has each line with links to its tests, or with the reason for having none", () => {
    const table = makeTable(SECTIONS, tags("1.like"));
    expect(table).toContain(
      "| `1.like` Members like. | [server/likes.test.ts › anna \\| bram](../server/likes.test.ts) |",
    );
    expect(table).toContain("| `1.staff` Staff: not shown. | no test: it claims nothing |");
    expect(findFaults(SECTIONS, tags("1.like"))).toEqual([]);
  });

  it.each([
    ["a line without a test", [], ["1.like: no test has this tag"]],
    [
      "an unknown id",
      [...tags("1.like"), ...tags("1.lick")],
      ["server/likes.test.ts:1: // spec: 1.lick: no such line"],
    ],
    [
      "a tag of a line that has none",
      [...tags("1.like"), ...tags("1.staff")],
      ["server/likes.test.ts:1: // spec: 1.staff: a line without a test"],
    ],
  ])("is not true with %s", (_what, given, faults) => {
    expect(findFaults(SECTIONS, given)).toEqual(faults);
  });
});

it("a row of the list that is no line is refused", () => {
  expect(() => readLines("## 1. What\n\n- Members like.\n")).toThrow("Members like");
});
