import { expect, it } from "vitest";
import { ARGUMENT, FORMATTED, readings, shapeOf } from "./messages.ts";

it("a shape distinguishes formatted numbers from plain arguments, and includes the contents of options", () => {
  const { shape, missing } = shapeOf(
    "{n, plural, one {# <b>{what}</b>} other {#}} {p, number, ::percent} {name}",
    "en",
  );
  expect(shape).toEqual(["<b>", "{name}", "{n}", "{p:number}", "{what}"]);
  expect(missing).toEqual([]);
});

it("a plural without a category of its language is reported", () => {
  expect(shapeOf("{n, plural, one {#} other {#}}", "pl").missing).toEqual(["few", "many"]);
});

it("invalid ICU throws", () => expect(() => shapeOf("{name", "en")).toThrow());

it("every option is read once", () => {
  expect(readings("{a} {n, plural, one {one} other {many}} {p, number}.")).toEqual([
    `${ARGUMENT} one ${FORMATTED}.`,
    `${ARGUMENT} many ${FORMATTED}.`,
  ]);
});
