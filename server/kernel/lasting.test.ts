import { idOf } from "@serenade/contract/ids";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { sealer } from "./ids.ts";
import { jsonOf, lasting } from "./lasting.ts";
import { sealing } from "./shape.ts";

const ids = { ...sealer("test"), next: () => 1, installation: "test", stop: async () => {} };
const Card = z.object({ id: idOf("member"), name: z.string(), image: z.nullable(z.object({ file: z.string() })) });
const Named = z.object({ name: z.string() });

describe("values that last", () => {
  it("are sealed once for a shape, and leave nothing else out or in", () => {
    const seal = sealing(z.object({ list: z.array(Card) }));
    const card = lasting({ id: 7, name: "Jo", image: { file: "a", secret: "s" }, password_hash: "x" });
    const [first, second] = [seal({ list: [card] } as never, ids), seal({ list: [card] } as never, ids)];
    expect(first.list[0]).toBe(second.list[0]);
    expect(first.list[0]).toEqual({ id: ids.seal("member", 7), name: "Jo", image: { file: "a" } });
    expect(JSON.parse(jsonOf(first))).toEqual(first);
  });

  it("let nothing of one shape out by another", () => {
    const card = lasting({ id: 7, name: "Jo", image: null });
    const whole = sealing(z.object({ list: z.array(Card) }))({ list: [card] } as never, ids);
    expect(jsonOf(whole)).toContain('"id"');
    const named = sealing(z.object({ list: z.array(Named) }))({ list: [card] } as never, ids);
    expect(jsonOf(named)).toBe('{"list":[{"name":"Jo"}]}');
  });

  it("are as any other object once they are copied", () => {
    const card = lasting({ id: 7, name: "Jo", image: null });
    const out = sealing(z.object({ list: z.array(Card) }))({ list: [card, { ...card, name: "Bo" }] } as never, ids);
    expect(out.list.map(({ name }) => name)).toEqual(["Jo", "Bo"]);
    expect(jsonOf(out)).toBe(JSON.stringify(out));
  });

  it("are written in ASCII, and read as they were", () => {
    const seal = sealing(z.object({ list: z.array(Card) }));
    const card = lasting({ id: 7, name: 'Łukasz "é" \u2028 🎉 \ud800', image: null });
    const text = jsonOf(seal({ list: [card] } as never, ids));
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text).list[0].name).toBe(card.name);
  });

  it("cannot be changed", () => {
    const card = lasting({ id: 7, image: { file: "a" } });
    expect(() => Object.assign(card, { id: 8 })).toThrow(TypeError);
    expect(() => Object.assign(card.image, { file: "b" })).toThrow(TypeError);
  });

  it("are written as JSON.stringify writes them, among whatever else an answer holds", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => jsonOf(value) === JSON.stringify(value)));
    const holes = { a: undefined, b: [undefined, null, lasting({ x: 1 })], c: { d: undefined } };
    expect(jsonOf(holes)).toBe(JSON.stringify(holes));
  });
});
