import { expect, test } from "vitest";
import { checkFeatures } from "./features.ts";
import { sourceOf } from "./sources.ts";

const likes = (target: string) => [sourceOf("web/app/features/likes/likes.page.tsx", `import { x } from "${target}";`)];
const HEART = "web/app/features/members/heart.tsx";
const TITLE = "web/app/shell/page-title.tsx";

test("a feature imports neither another one nor a layer above it", () => {
  for (const target of [
    "~/features/members/heart.tsx",
    "../members/heart.tsx",
    "~/shell/shell.tsx",
    "~/layouts/chat.tsx",
  ])
    expect(checkFeatures(likes(target), [])).toMatchObject([{ file: "web/app/features/likes/likes.page.tsx" }]);
});

test("a feature may import itself, the UI kit and the platform", () => {
  for (const target of [
    "./like-button.tsx",
    "~/features/likes/like-button.tsx",
    "~/ui/button.tsx",
    "~/platform/call.ts",
  ])
    expect(checkFeatures(likes(target), [])).toEqual([]);
});

test("listed parts are shared", () => {
  expect(
    checkFeatures([...likes("~/features/members/heart.tsx"), ...likes("~/shell/page-title.tsx")], [HEART, TITLE]),
  ).toEqual([]);
});

test("a part that no other feature imports leaves the list", () => {
  const own = sourceOf("web/app/features/members/member.page.tsx", `import { x } from "./heart.tsx";`);
  expect(checkFeatures([own], [HEART])).toMatchObject([{ why: expect.stringContaining(HEART) }]);
});

test("shell and layouts import features", () => {
  expect(checkFeatures([sourceOf("web/app/shell/shell.tsx", `import { x } from "~/${HEART.slice(8)}";`)], [])).toEqual(
    [],
  );
});
