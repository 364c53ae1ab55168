import { kindOfToken, MAILING_KINDS } from "@serenade/contract/notifications";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addresseeOf, isSignedName, signedName } from "./rules.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const addressees = fc.record({
  site: fc.integer({ min: 1, max: 32_767 }),
  member: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
});

describe("signed names", () => {
  it("find their member again, whatever case a mail server writes them in, and fit before the @", () => {
    fc.assert(
      fc.property(addressees, (addressee) => {
        const name = signedName(SECRET, "bounce", addressee, "anna@example.test");
        expect(addresseeOf(name)).toEqual(addressee);
        expect(isSignedName(SECRET, "bounce", name, "Anna@Example.test")).toBe(true);
        expect(`bounce+${name}`.length).toBeLessThanOrEqual(64);
        expect(name).toBe(name.toLowerCase());
      }),
    );
  });

  it("are good for one purpose, one address, one member and one installation", () => {
    fc.assert(
      fc.property(addressees, addressees, (one, other) => {
        fc.pre(one.member !== other.member || one.site !== other.site);
        const name = signedName(SECRET, "bounce", one, "anna@example.test");
        const stolen = name.replace(/^[^-]+/, signedName(SECRET, "bounce", other).split("-")[0]!);
        expect(isSignedName(SECRET, "unsubscribe", name, "anna@example.test")).toBe(false);
        expect(isSignedName(SECRET, "bounce", name, "bram@example.test")).toBe(false);
        expect(isSignedName(SECRET, "bounce", stolen, "anna@example.test")).toBe(false);
        expect(isSignedName(`${SECRET}x`, "bounce", name, "anna@example.test")).toBe(false);
      }),
    );
  });

  it("of an unsubscribe link may name a kind, which cannot be exchanged or removed", () => {
    const one = { site: 1, member: 7 };
    for (const kind of MAILING_KINDS) {
      const name = signedName(SECRET, "unsubscribe", { ...one, kind });
      expect(addresseeOf(name)).toEqual({ ...one, kind });
      expect(kindOfToken(name)).toBe(kind);
      expect(isSignedName(SECRET, "unsubscribe", name)).toBe(true);
      expect(name.length).toBeLessThanOrEqual(100); // of the contract
      for (const other of [
        "",
        ".like",
        ".nothing",
        ...MAILING_KINDS.filter((one) => one !== kind).map((one) => `.${one}`),
      ])
        expect(isSignedName(SECRET, "unsubscribe", name.replace(`.${kind}`, other))).toBe(false);
    }
    const all = signedName(SECRET, "unsubscribe", one);
    expect([addresseeOf(all), kindOfToken(all), kindOfToken("1.7.like-0")]).toEqual([one, null, null]);
  });

  it("that are invalid resolve to no member", () => {
    const shapes = fc.stringMatching(/^0?[0-9a-z]{1,4}\.0?[0-9a-z]{1,11}-[0-9a-f]{32}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), shapes), (text) => {
        expect(isSignedName(SECRET, "bounce", text)).toBe(false);
      }),
    );
  });
});
