import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pairs } from "./pairs.ts";

const source = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const TOKEN = /--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g;
const tokens = new Map(
  [...source.matchAll(TOKEN)].map(([, name, light, dark]) => [name!, { light: light!, dark: dark! }]),
);

describe.each(["light", "dark"] as const)("%s scheme", (scheme) => {
  it.each(pairs)("%s on %s reaches %d", (front, ground, least) => {
    const ratio = contrast(tokens.get(front)![scheme], tokens.get(ground)![scheme]);
    expect(ratio, `${ratio.toFixed(2)}:1`).toBeGreaterThanOrEqual(least);
  });
});

it("names every text colour in a pair", () => {
  const fronts = new Set(pairs.map(([front]) => front));
  const texts = [...tokens.keys()].filter((name) => name.startsWith("on-") || name.startsWith("ink"));
  expect(texts.filter((name) => !fronts.has(name))).toEqual([]);
});

function contrast(one: string, other: string) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
