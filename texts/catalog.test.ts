import { describe, expect, it } from "vitest";
import { translator } from "./catalog.ts";

describe("a percentage in a text is written as its locale writes it", () => {
  it.each([
    ["en", "25% off with STAY"],
    ["nl", "25% korting met STAY"],
    ["de", "25\u00a0% Rabatt mit STAY"],
    ["fr", "25\u00a0% de réduction avec STAY"],
    ["pl", "25% zniżki z kodem STAY"],
    ["fi", "25\u00a0%:n alennus koodilla STAY"],
  ] as const)("%s", (locale, line) => {
    expect(translator(locale, "security.discount")("line", { percent: 0.25, code: "STAY" })).toBe(line);
  });
});
