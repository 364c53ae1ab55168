import { expect, test } from "vitest";
import { isTest, readSources, sourceOf } from "./sources.ts";

test("imports become paths from the root, in every notation", () => {
  const { imports } = sourceOf(
    "web/app/features/likes/likes.page.tsx",
    `import { useState } from "react";
     import { LikesApi } from "@serenade/contract/likes";
     import { PageTitle } from "~/shell/page-title.tsx";
     import "./use-like.tsx";
     export { LikeButton } from "./like-button";
     const dialog = lazy(() => import("../gifts/gift-dialog.tsx"));`,
  );
  expect(imports).toEqual([
    "react",
    "@serenade/contract/likes",
    "web/app/shell/page-title.tsx",
    "web/app/features/likes/use-like.tsx",
    "web/app/features/likes/like-button.tsx",
    "web/app/features/gifts/gift-dialog.tsx",
  ]);
});

test("tests are recognized by name or folder", () => {
  expect(["server/test/cast.ts", "server/api.test.ts", "web/app/ui/x.test.tsx"].every(isTest)).toBe(true);
  expect(["server/api.ts", "web/app/ui/latest.ts"].some(isTest)).toBe(false);
});

test("all sources are read, with the migrations and without what was generated", () => {
  const files = readSources().map(({ file }) => file);
  expect(files).toEqual(
    expect.arrayContaining([
      "contract/src/likes.ts",
      "server/main.ts",
      "web/app/root.tsx",
      "tools/check-house/main.ts",
      "server/db/migrations/0007_likes.sql",
    ]),
  );
  expect(files.filter((file) => /node_modules|\/build\/|\.d\.ts$/.test(file))).toEqual([]);
});
