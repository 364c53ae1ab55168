import { expect, test } from "vitest";
import { checkLayers } from "./layers.ts";
import { sourceOf } from "./sources.ts";

const importing = (file: string, target: string) => checkLayers([sourceOf(file, `import { x } from "${target}";`)]);

test.each([
  ["contract/src/likes.ts", "@serenade/texts/catalog"],
  ["contract/src/likes.ts", "../../server/api.ts"],
  ["contract/src/likes.test.ts", "@serenade/server/api"],
  ["texts/check.ts", "../server/api.ts"],
  ["texts/check.test.ts", "../web/app/root.tsx"],
  ["server/app.ts", "../web/app/root.tsx"],
  ["web/app/root.tsx", "@serenade/server/api"],
  ["web/app/root.test.tsx", "../../server/api.ts"],
  ["server/kernel/clock.ts", "../modules/site/queries.ts"],
  ["server/kernel/clock.ts", "../auth.ts"],
  ["server/kernel/clock.ts", "../db/demo/rows.ts"],
  ["server/modules/site/routes.ts", "../../api.ts"],
  ["server/modules/site/places/routes.ts", "../../../erase.ts"],
  ["server/modules/site/routes.ts", "../../db/demo/rows.ts"],
  ["server/main.ts", "./test/cast.ts"],
  ["contract/src/likes.ts", "../../tools/new-migration.ts"],
  ["web/app/root.tsx", "../../e2e/input-methods.ts"],
  ["web/app/platform/live.ts", "~/features/chat/queries.ts"],
  ["web/app/platform/live.ts", "~/shell/counters.ts"],
])("%s does not import %s", (file, target) => {
  expect(importing(file, target)).toMatchObject([{ file }]);
});

test.each([
  ["contract/src/likes.ts", "./ids.ts"],
  ["texts/check.ts", "@serenade/contract/locales"],
  ["server/app.ts", "./auth.ts"],
  ["server/app.ts", "@serenade/texts/catalog"],
  ["web/app/root.tsx", "@serenade/contract/site"],
  ["web/app/platform/live.ts", "@serenade/contract/live"],
  ["server/kernel/clock.ts", "./db/db.ts"],
  ["server/kernel/clock.test.ts", "../test/app.ts"],
  ["server/modules/site/routes.ts", "../../kernel/dispatch.ts"],
  ["server/modules/site/routes.test.ts", "../../test/app.ts"],
  ["server/test/app.ts", "../app.ts"],
  ["tools/screenshots.ts", "../e2e/input-methods.ts"],
])("%s may import %s", (file, target) => {
  expect(importing(file, target)).toEqual([]);
});
