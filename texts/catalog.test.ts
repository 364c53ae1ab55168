import { describe, expect, it } from "vitest";
import { translator } from "./catalog.ts";

describe("a percentage in a text is written as its locale writes it", () => {
  it.each([
    ["en", "25% off your first pack"],
    ["nl", "25% korting op je eerste bundel"],
    ["de", "25\u00a0% Rabatt auf dein erstes Paket"],
    ["fr", "25\u00a0% de réduction sur votre premier pack"],
    ["pl", "Pierwszy pakiet 25% taniej"],
    ["fi", "25\u00a0%:n alennus ensimmäisestä paketista"],
  ] as const)("%s", (locale, line) => {
    expect(translator(locale, "credits.bonus")("banner", { percent: 0.25 })).toBe(line);
  });
});
