import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprintOf, isSigned, outcomeOf, sign, TEST_CARDS } from "./rules.ts";

const SECRET = "a secret";
const NOW = new Date("2026-03-01T12:00:00.000Z");
const SECONDS = NOW.getTime() / 1000;
const BODY = '{"id":"evt_1","ref":"sb_1"}';

/** A right notice, with whatever is changed about it. */
const check = (
  change: { id?: string; timestamp?: string; signature?: string; body?: string; secret?: string } = {},
) => {
  const { id, timestamp, signature } = {
    id: "evt_1",
    timestamp: String(SECONDS),
    signature: sign(SECRET, "evt_1", SECONDS, BODY),
    ...change,
  };
  return isSigned(change.secret ?? SECRET, { id, timestamp, signature }, Buffer.from(change.body ?? BODY), NOW);
};
const aged = (seconds: number) =>
  check({ timestamp: String(SECONDS - seconds), signature: sign(SECRET, "evt_1", SECONDS - seconds, BODY) });

describe("a notice", () => {
  it("is taken when its signature fits, also beside others (a change of keys)", () => {
    expect(check()).toBe(true);
    const right = sign(SECRET, "evt_1", SECONDS, BODY);
    const old = sign("an old secret", "evt_1", SECONDS, BODY);
    expect(check({ signature: `${old} ${right}` })).toBe(true);
    expect(check({ signature: `${right} v1,short` })).toBe(true);
    expect(check({ signature: old })).toBe(false);
  });

  it("is taken for five minutes to either side, to the second", () => {
    expect([-301, -300, 0, 300, 301].map(aged)).toEqual([false, true, true, true, false]);
  });

  it("is refused when anything of it is missing or was changed", () => {
    for (const field of ["id", "timestamp", "signature"] as const) {
      expect(check({ [field]: "" })).toBe(false);
      expect(check({ [field]: undefined } as never)).toBe(false);
    }
    expect(check({ id: "evt_2" })).toBe(false);
    expect(check({ body: BODY.replace("sb_1", "sb_2") })).toBe(false);
    expect(check({ secret: "another secret" })).toBe(false);
    const others = ["now", "1e3", "-5", `${SECONDS}.0`, ` ${SECONDS}`, String(SECONDS + 1), "1".repeat(13)];
    for (const timestamp of others) expect([timestamp, check({ timestamp })]).toEqual([timestamp, false]);
  });

  it("is not signed by anything that was not made with the secret", () => {
    fc.assert(fc.property(fc.string(), (signature) => !check({ signature })));
  });
});

describe("a test card", () => {
  it("does what the page says of it, however it is typed; every other number is declined", () => {
    for (const [card, outcome] of Object.entries(TEST_CARDS)) {
      expect(outcomeOf(card)).toEqual(outcome);
      expect(outcomeOf(card.replace(/(.{4})/g, "$1 "))).toEqual(outcome);
    }
    expect(outcomeOf("4242424242424243")).toEqual({ status: "failed", failCode: "declined" });
    expect(outcomeOf("")).toEqual({ status: "failed", failCode: "declined" });
  });

  it("has one fingerprint however it is typed, another one for another secret or card, and the number is not in it", () => {
    const fingerprint = fingerprintOf(SECRET, "4242424242424242");
    expect(fingerprintOf(SECRET, "4242 4242-4242 4242")).toBe(fingerprint);
    expect(fingerprintOf("another", "4242424242424242")).not.toBe(fingerprint);
    expect(fingerprintOf(SECRET, "4242424242424241")).not.toBe(fingerprint);
    expect(fingerprint).not.toContain("4242424242424242");
  });
});
