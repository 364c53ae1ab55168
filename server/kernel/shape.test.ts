import { idOf } from "@serenade/contract/ids";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { idCodec } from "./ids.ts";
import { Refusal } from "./refusal.ts";
import { decoding, encoding } from "./shape.ts";

const ids = { ...idCodec("test"), next: () => 1, installation: "test", stop: async () => {} };
const Shape = z.object({
  id: idOf("member"),
  friend: z.nullable(idOf("member")),
  list: z.array(z.object({ message: idOf("message"), text: z.string() })),
  by_name: z.record(z.string(), z.object({ id: idOf("photo") })),
  note: z.optional(z.string()),
});

describe("shapes at the dispatcher", () => {
  const inside = {
    id: 1,
    friend: null,
    list: [{ message: 2, text: "a", secret: "x" }],
    by_name: { one: { id: 3 } },
    password_hash: "x",
  };

  it("encode every id in a response and drop fields that the shape does not name", () => {
    const out = encoding(Shape)(inside as never, ids);
    expect(JSON.stringify(out)).not.toContain('x"');
    expect(Object.keys(out)).toEqual(["id", "friend", "list", "by_name"]);
    expect(Object.keys(out.list[0]!)).toEqual(["message", "text"]);
    expect(out.id).toMatch(/^[\w-]{22}$/);
  });

  it("open every id on the way in", () => {
    const { secret: _, ...item } = inside.list[0]!;
    const { password_hash: __, ...rest } = inside;
    const out = encoding(Shape)(inside as never, ids);
    expect(decoding(Shape)(out, ids)).toEqual({ ...rest, list: [item] });
  });

  it("do not find an id of another kind", () => {
    const out = { ...encoding(Shape)(inside as never, ids), id: ids.encode("photo", 1) };
    expect(() => decoding(Shape)(out as never, ids)).toThrow(Refusal);
  });
});
