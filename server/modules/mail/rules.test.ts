import { kindOfToken, MAILING_KINDS } from "@serenade/contract/notifications";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesIn, reasonOf } from "./inbound/rules.ts";
import { addresseeOf, isBounce, isFinal, isSignedName, pauseBefore, signedName } from "./rules.ts";

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

describe("trying again", () => {
  it("waits longer each time, six hours at most, and gives up within two days", () => {
    const pauses: number[] = [];
    let waited = 0;
    for (
      let pause = pauseBefore(1, "confirm", 0);
      pause !== null;
      pause = pauseBefore(pauses.length + 1, "confirm", waited)
    ) {
      pauses.push(pause);
      waited += pause;
    }
    expect(pauses.slice(0, 4)).toEqual([60, 120, 240, 480]);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(Math.max(...pauses)).toBe(6 * 3_600);
    expect(waited).toBeGreaterThan(36 * 3_600);
    expect(waited).toBeLessThanOrEqual(48 * 3_600);
  });

  it("is of no use for a link that has run out", () => {
    expect(pauseBefore(7, "password_reset", 3_599)).toBeNull();
    expect(pauseBefore(3, "password_reset", 600)).toBe(240);
  });

  it.each([
    [{ message: "550 5.1.1 unknown", responseCode: 550, command: "RCPT TO" }, true, true],
    [{ message: "554 5.7.1 relay denied", responseCode: 554, command: "RCPT TO" }, true, false],
    [{ message: "554 5.6.0 not wanted", responseCode: 554, command: "DATA" }, true, false],
    [{ message: "451 later", responseCode: 451, command: "RCPT TO" }, false, false],
    [{ message: "535 login refused", responseCode: 535, command: "AUTH PLAIN" }, false, false],
    [{ message: "connection refused" }, false, false],
  ])("%o is final: %s, a bounce: %s", (rejection, final, bounce) => {
    expect([isFinal(rejection), isBounce(rejection)]).toEqual([final, bounce]);
  });
});

describe("reports", () => {
  it("of any shape never stop anything but by their own fields", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ type: fc.string(), text: fc.string() })), (parts) => {
        expect(reasonOf({ to: [], parts })).toBeNull();
        expect(namesIn({ to: [], parts })).toEqual([]);
      }),
    );
  });

  it("are not trusted where a name is in the text of the returned mail", () => {
    const name = signedName(SECRET, "bounce", { site: 1, member: 7 });
    const parts = [{ type: "message/rfc822", text: `Subject: x\r\n\r\nI read X-User: ${name}` }];
    expect(namesIn({ to: [], parts })).toEqual([]);
    expect(namesIn({ to: [], parts: [{ type: "message/rfc822", text: `X-User: ${name}\r\n\r\nx` }] })).toEqual([name]);
  });
});
