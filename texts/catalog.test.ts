import { describe, expect, it } from "vitest";
import { translator } from "./catalog.ts";

describe("a percentage in a text is written as its locale writes it", () => {
  it.each([
    ["en", "25% off your first pack"],
    ["nl", "25% korting op je eerste pakket"],
    ["de", "25\u00a0% auf dein erstes Paket"],
    ["fr", "25\u00a0% sur votre premier pack"],
    ["pl", "25% taniej na pierwszy pakiet"],
    ["fi", "25\u00a0% alennus ensimmäisestä paketista"],
  ] as const)("%s", (locale, line) => {
    expect(translator(locale, "credits.bonus")("banner", { percent: 0.25 })).toBe(line);
  });
});
