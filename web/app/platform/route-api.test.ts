import { expect, test } from "vitest";
import { toLogin } from "./route-api.ts";

const locationOf = (path: string, method = "GET") =>
  new URL(toLogin(new Request(`https://serenade.test${path}`, { method })).headers.get("location")!, "https://x.test");

test("logging in leads back to the address with its query, and to the page alone after a form", () => {
  expect(locationOf("/chats?show=requests").searchParams.get("to")).toBe("/chats?show=requests");
  expect(locationOf("/chats?show=requests", "POST").searchParams.get("to")).toBe("/chats");
});

test("an address that is too long for a header is left out, from its query on", () => {
  expect(locationOf(`/chats?q=${"x".repeat(3_000)}`).searchParams.get("to")).toBe("/chats");
  expect(locationOf(`/chats?q=${"%25".repeat(500)}`).search.length).toBeLessThan(2_100);
  expect(locationOf(`/${"x".repeat(3_000)}`).searchParams.get("to")).toBe("/");
});
