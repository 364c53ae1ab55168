import { readFileSync } from "node:fs";
import { INTERESTS } from "@serenade/contract/interests";
import { expect, it } from "vitest";

const drawings = readFileSync(new URL("../../public/icons.svg", import.meta.url), "utf8");

// spec: 3.interests
it.each(INTERESTS)("%s has an icon", (interest) => {
  expect(drawings).toContain(`id="interest-${interest}"`);
});
