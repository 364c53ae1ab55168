import { expect, it } from "vitest";
import { shouldTouch } from "./rules.ts";

it("a session is written again when an hour has passed, and not in it", () => {
  const seen = "2026-11-21T12:00:00.000Z";
  expect(shouldTouch(seen, new Date("2026-11-21T13:00:00.000Z"))).toBe(false);
  expect(shouldTouch(seen, new Date("2026-11-21T13:00:00.001Z"))).toBe(true);
});
