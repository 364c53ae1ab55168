import type { RouteConfigEntry } from "@react-router/dev/routes";
import { RESERVED_TOKENS } from "@serenade/contract/pages";
import { expect, it } from "vitest";
import routes from "./routes.ts";

const pathsOf = ({ path, children }: RouteConfigEntry): string[] => [
  ...(path ? [path] : []),
  ...(children ?? []).flatMap(pathsOf),
];

it("every address of the product that begins with a word is reserved, so that no page of staff hides behind it", () => {
  const first = (routes as RouteConfigEntry[]).flatMap(pathsOf).map((path) => path.split("/")[0]!);
  const words = new Set(first.filter((part) => /^[a-z0-9-]+$/.test(part)));
  expect([...words].filter((word) => !RESERVED_TOKENS.has(word))).toEqual([]);
});
