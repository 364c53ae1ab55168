import { ID_KINDS } from "@serenade/contract/ids";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator, idCodec } from "./ids.ts";

describe("ids", () => {
  it("increase, also when the clock stops or goes backwards, and fit a JavaScript number for 60 years", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 300, maxLength: 600 }), (steps) => {
        let now = Date.UTC(2026, 10, 21);
        const next = generator(7, () => now);
        const made = steps.map((step) => {
          now += Math.trunc(step / 100);
          return next();
        });
        for (let index = 1; index < made.length; index++) expect(made[index]!).toBeGreaterThan(made[index - 1]!);
      }),
      { numRuns: 20 },
    );
    expect(Number.isSafeInteger(generator(31, () => Date.UTC(2090, 0, 1))())).toBe(true);
  });

  it("of two nodes never meet", () => {
    const now = Date.UTC(2026, 10, 21);
    const [one, two] = [generator(1, () => now), generator(2, () => now)];
    const made = Array.from({ length: 1000 }, () => [one(), two()]).flat();
    expect(new Set(made).size).toBe(2000);
  });

  it("decode as the kind they were encoded as, and as no other", () => {
    const { encode, decode } = idCodec("a secret of the test");
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.constantFrom(...ID_KINDS),
        fc.constantFrom(...ID_KINDS),
        (id, kind, other) => {
          const encoded = encode(kind, id);
          expect(encoded).toMatch(/^[\w-]{22}$/);
          expect(decode(kind, encoded)).toBe(id);
          if (other !== kind) expect(decode(other, encoded)).toBeNull();
        },
      ),
    );
  });

  it("cannot be made up or altered", () => {
    const { encode, decode } = idCodec("a secret of the test");
    fc.assert(fc.property(fc.stringMatching(/^[\w-]{22}$/), (made) => decode("member", made) === null));
    const encoded = encode("member", 42);
    for (let at = 0; at < 21; at++) {
      const altered = encoded.slice(0, at) + (encoded[at] === "A" ? "B" : "A") + encoded.slice(at + 1);
      expect(decode("member", altered)).toBeNull();
    }
    expect(idCodec("another secret").decode("member", encoded)).toBeNull();
  });
});
