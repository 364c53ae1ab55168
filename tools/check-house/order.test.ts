import { expect, test } from "vitest";
import { checkModuleOrder } from "./order.ts";
import { sourceOf } from "./sources.ts";

const importing = (file: string, target: string) => [sourceOf(file, `import { x } from "${target}";`)];

test("a module does not import one to its right", () => {
  expect(
    checkModuleOrder(importing("server/modules/members/photos/queries.ts", "../../likes/queries.ts")),
  ).toMatchObject([{ why: "imports likes, which is to the right of members" }]);
});

test("a module may import to the left, itself and the kernel", () => {
  for (const target of ["../members/queries.ts", "./rules.ts", "../../kernel/clock.ts", "node:fs"])
    expect(checkModuleOrder(importing("server/modules/likes/queries.ts", target))).toEqual([]);
});

test("a module needs a place in the order, and one without a place is not imported", () => {
  expect(checkModuleOrder([sourceOf("server/modules/horoscopes/queries.ts", "")])).toHaveLength(1);
  expect(checkModuleOrder(importing("server/modules/staff/queries.ts", "../horoscopes/queries.ts"))).toHaveLength(1);
});
