import { expect, it } from "vitest";
import { ownPath } from "./paths.ts";

it.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "",
  null,
])("does not follow %j out of the site", (value) => expect(ownPath(value, "/members")).toBe("/members"));

it("keeps a path of this site with its search", () => {
  expect(ownPath("/chats?x=1#last", "/")).toBe("/chats?x=1#last");
});
