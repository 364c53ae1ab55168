import fc from "fast-check";
import { expect, it } from "vitest";
import { caseNumber } from "./rules.ts";

it("a case's number has eleven letters in three groups, the last of them counting first", () => {
  expect(caseNumber(0)).toBe("0000-000-0000");
  expect(caseNumber(31)).toBe("0000-000-000Z");
  expect(caseNumber(32)).toBe("0000-000-0010");
  expect(caseNumber(Number.MAX_SAFE_INTEGER)).toBe("7ZZZ-ZZZ-ZZZZ");
});

it("two cases never share a number, and none has a letter that looks like a digit", () => {
  const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(caseNumber(one)).toMatch(/^[0-9A-HJ-KM-NP-TV-Z]{4}-[0-9A-HJ-KM-NP-TV-Z]{3}-[0-9A-HJ-KM-NP-TV-Z]{4}$/);
      return (caseNumber(one) === caseNumber(other)) === (one === other);
    }),
  );
});
