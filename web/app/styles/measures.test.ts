/** Colours, breakpoints and measures of §9. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
const [tokens, theme] = [read("./tokens.css"), read("./theme.css")];

/** A token's hue in degrees, and its lightness and saturation from 0 to 1. */
function colourOf(name: string, scheme: "light" | "dark") {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)!;
  const [r, g, b] = (scheme === "light" ? light! : dark!)
    .match(/\w\w/g)!
    .map((part) => Number.parseInt(part, 16) / 255) as [number, number, number];
  const [least, most] = [Math.min(r, g, b), Math.max(r, g, b)];
  const range = most - least;
  const sector = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  const lightness = (most + least) / 2;
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1));
  return { hue: range === 0 ? 0 : (sector * 60 + 360) % 360, lightness, saturation };
}

describe.each(["light", "dark"] as const)("%s scheme", (scheme) => {
  // spec: 9.colours
  it.each([
    ["primary", "light blue", 190, 215],
    ["secondary", "orange", 20, 40],
    ["success", "green", 130, 160],
    ["info", "teal-blue", 180, 195],
    ["warning", "yellow", 40, 60],
    ["danger", "red", 0, 10],
  ])("%s is %s", (name, _word, from, to) => {
    const { hue, saturation } = colourOf(name, scheme);
    expect(hue).toBeGreaterThanOrEqual(from);
    expect(hue).toBeLessThanOrEqual(to);
    expect(saturation).toBeGreaterThan(0.4);
  });

  // spec: 9.colours
  it("has a light and a dark colour, and unread messages in the secondary orange", () => {
    expect(colourOf("primary", scheme).lightness).toBeGreaterThan(0.5);
    expect(colourOf("light", scheme).lightness).toBeGreaterThan(0.9);
    expect(colourOf("dark", scheme).lightness).toBeLessThan(0.2);
    expect(theme).toContain("--color-unread: var(--secondary);");
  });
});

const value = (name: string) => new RegExp(`--${name}: ([\\d.]+)(px|rem);`).exec(theme)!;
const pixels = (name: string) => Number(value(name)[1]) * (value(name)[2] === "rem" ? 16 : 1);

// spec: 9.breakpoints
it("the breakpoints are 576, 768, 992 and 1200 px", () => {
  expect(["sm", "md", "lg", "xl"].map((name) => pixels(`breakpoint-${name}`))).toEqual([576, 768, 992, 1200]);
});

// spec: 9.grid
it("the grid has 12 columns with 15 px gutters on each side", () => {
  expect(theme).toMatch(
    /@utility row \{[^}]*repeat\(12, minmax\(0, 1fr\)\);[^}]*column-gap: calc\(var\(--spacing-gutter\) \* 2\)/,
  );
  expect(pixels("spacing-gutter")).toBe(15);
});

// spec: 9.toasts
it("toasts are at most 350 px wide", () => {
  expect(pixels("container-toast")).toBe(350);
  expect(read("../ui/toasts.tsx")).toMatch(/max-w-toast .*md:w-\[350px\]/);
});

// spec: 9.modals
it("modals are 300, 500, 800 and 1140 px wide", () => {
  expect(["modal-sm", "modal", "modal-lg", "modal-xl"].map((name) => pixels(`container-${name}`))).toEqual([
    300, 500, 800, 1140,
  ]);
});
