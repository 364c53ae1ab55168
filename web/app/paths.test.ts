import fc from "fast-check";
import { expect, it } from "vitest";
import { ownPath } from "./paths.ts";

it.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "/..//evil.example",
  "/.//evil.example",
  "/login/..//evil.example",
  "/%2e%2e//evil.example",
  "/a/../..//evil.example/x",
  "",
  null,
])("does not follow %j out of the site", (value) => expect(ownPath(value, "/members")).toBe("/members"));

it("stays on this site, whatever comes from outside", () => {
  const part = fc.constantFrom(
    "/",
    "//",
    ".",
    "..",
    "%2e",
    "\\",
    "evil.example",
    "http:",
    "@",
    "?",
    "#",
    "\t",
    "\n",
    "login",
  );
  const value = fc.array(part, { maxLength: 12 }).map((parts) => `/${parts.join("")}`);
  fc.assert(
    fc.property(value, (to) => {
      const path = ownPath(to, "/members");
      // resolved as a browser resolves a Location header and a link, repeatedly
      const followed = new URL(path, "https://serenade.example/login");
      expect(followed.origin).toBe("https://serenade.example");
      expect(ownPath(path, "/members")).toBe(path);
    }),
    { numRuns: 5_000 },
  );
});

it("keeps a path of this site with its search", () => {
  expect(ownPath("/chats?x=1#last", "/")).toBe("/chats?x=1#last");
});
