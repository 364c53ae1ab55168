import { expect, test } from "vitest";
import { checkModuleFiles, checkNames } from "./names.ts";
import { sourceOf } from "./sources.ts";

const files = (...names: string[]) => names.map((name) => sourceOf(name, ""));

test.each(["utils.ts", "util.ts", "helpers.ts", "common.tsx", "misc.ts", "manager.ts", "service.ts", "index.ts"])(
  "%s says nothing",
  (name) => {
    expect(checkNames(files(`web/app/platform/${name}`))).toMatchObject([{ file: `web/app/platform/${name}` }]);
  },
);

test("a name with a subject is fine", () => {
  expect(checkNames(files("web/app/platform/date-index.ts", "web/app/index/dates.ts"))).toEqual([]);
});

test("a module has only the files of the closed list", () => {
  expect(checkModuleFiles(files("server/modules/likes/score.ts", "server/modules/likes/swipes/score.ts"))).toHaveLength(
    2,
  );
  expect(
    checkModuleFiles(
      files(
        "server/modules/likes/rules.ts",
        "server/modules/likes/rules.test.ts",
        "server/modules/likes/swipes/queries.ts",
        "server/modules/mail/templates/letter.tsx",
        "server/kernel/score.ts",
      ),
    ),
  ).toEqual([]);
});
