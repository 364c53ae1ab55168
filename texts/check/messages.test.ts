import { expect, it } from "vitest";
import { ARGUMENT, FORMATTED, readings, shapeOf } from "./messages.ts";

it("a shape tells a number that Intl writes from a plain argument, and lists what options hold", () => {
  const { shape, missing } = shapeOf(
    "{n, plural, one {# <b>{what}</b>} other {#}} {p, number, ::percent} {name}",
    "en",
  );
  expect(shape).toEqual(["<b>", "{name}", "{n}", "{p:number}", "{what}"]);
  expect(missing).toEqual([]);
});

it("a plural without a category of its language is told", () => {
  expect(shapeOf("{n, plural, one {#} other {#}}", "pl").missing).toEqual(["few", "many"]);
});

it("a message that is no ICU throws", () => expect(() => shapeOf("{name", "en")).toThrow());

it("every option is read once", () => {
  expect(readings("{a} {n, plural, one {one} other {many}} {p, number}.")).toEqual([
    `${ARGUMENT} one ${FORMATTED}.`,
    `${ARGUMENT} many ${FORMATTED}.`,
  ]);
});
