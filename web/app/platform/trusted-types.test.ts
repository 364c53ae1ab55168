import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { readSvg } from "./inline-svg.tsx";
import { trustedShapes } from "./trusted-types.ts";

const app = new URL("../", import.meta.url);
/** The drawings that become part of a page; the others are pictures, which run in no page. */
const files = globSync("**/*.tsx", { cwd: app }).flatMap((name) => {
  const imports = readFileSync(new URL(name, app), "utf8").matchAll(/ from "(\.[^"]+\.svg)\?raw"/g);
  return [...imports].map(([, path]) => join(dirname(name), path!));
});

it("finds the drawings", () => {
  expect(files.length).toBeGreaterThan(8);
});

it.each(files)("%s is a drawing that the policy lets through, and its shapes are all there", (name) => {
  const file = readFileSync(new URL(name, app), "utf8");
  const { viewBox, shapes } = readSvg(file);
  expect(file).toContain(`viewBox="${viewBox}"`);
  expect(shapes.__html.match(/<[a-z]/gi)).toHaveLength(file.match(/<[a-z]/gi)!.length - 1);
});

it.each([
  "<script>alert(1)</script>",
  '<g onload="alert(1)"></g>',
  '<path d="M0 0" onclick="alert(1)" />',
  '<path style="fill: red" />',
  '<use href="https://elsewhere.example/#x" />',
  "<foreignObject><p>x</p></foreignObject>",
  '<g><image href="x" /></g>',
  '<path d="M0 0"><img src="x" onerror="alert(1)">',
  "words",
])("refuses %s", (svg) => {
  expect(() => trustedShapes(svg)).toThrow(TypeError);
});

it("refuses the same as a policy of the browser, which trusts the rest", async () => {
  vi.resetModules();
  const createPolicy = vi.fn((_: string, rules: { createHTML: (html: string) => string }) => ({
    createHTML: (html: string) => ({ trusted: rules.createHTML(html) }),
  }));
  vi.stubGlobal("trustedTypes", { createPolicy });
  const browser = await import("./trusted-types.ts");
  vi.unstubAllGlobals();
  expect(createPolicy.mock.calls[0]![0]).toBe("serenade");
  expect(browser.trustedShapes('<path d="M0 0" />')).toEqual({ trusted: '<path d="M0 0" />' });
  expect(() => browser.trustedShapes("<script></script>")).toThrow(TypeError);
});
