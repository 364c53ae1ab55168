import { describe, expect, it } from "vitest";
import { minorOf } from "./money.ts";

describe("an amount as people write it", () => {
  it.each([
    ["", null],
    ["  ", null],
    ["50", 5_000],
    ["49,99", 4_999],
    ["49.9", 4_990],
    ["1 000,50", 100_050],
    ["0", 0],
    ["-5", -1],
    ["ten", -1],
    ["1.234,56", -1],
    ["5.999", -1],
  ])("%j is %j", (text, minor) => expect(minorOf(text)).toBe(minor));
});
