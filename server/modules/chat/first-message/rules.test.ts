import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FirstRow } from "../tables.ts";
import { comparableText, conversationsADay, nextConversationAt, refusedFirst, type Trust } from "./rules.ts";

const NOW = new Date("2026-11-21T20:00:00Z");
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();
const trust = (more: Partial<Trust> = {}): Trust => ({
  confirmed: false,
  photo: false,
  premium_since: null,
  upheld: 0,
  ...more,
});

describe("conversations a day", () => {
  it("are 10, 20 with address and photo, 40 for premium of 30 days, halved by each upheld report", () => {
    const cases: [Partial<Trust>, number][] = [
      [{}, 10],
      [{ confirmed: true }, 10],
      [{ photo: true }, 10],
      [{ confirmed: true, photo: true }, 20],
      [{ premium_since: ago(29.9) }, 10],
      [{ premium_since: ago(29.9), confirmed: true, photo: true }, 20],
      [{ premium_since: ago(30) }, 40],
      [{ upheld: 1 }, 5],
      [{ upheld: 2 }, 2],
      [{ premium_since: ago(60), upheld: 1 }, 20],
      [{ upheld: 40 }, 1],
    ];
    for (const [more, limit] of cases) expect([more, conversationsADay(trust(more), NOW)]).toEqual([more, limit]);
  });

  it("have room again a day after the oldest of the last ones, and never earlier", () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 86_400_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 40 }), (begun, limit) => {
        const next = nextConversationAt(begun, limit);
        if (begun.length <= limit) return next === null;
        const latest = Math.max(...begun); // the one that is being begun, and does not count once it is refused
        const counted = begun.filter((time) => time !== latest && time + 86_400_000 > next!.getTime());
        return counted.length === limit - 1;
      }),
    );
  });
});

describe("the text of a first message", () => {
  it("is the same whatever its case, numbers, signs and spaces", () => {
    const plain = comparableText("Hello there, you look wonderful");
    expect(plain).toBe("hello there you look wonderful");
    for (const other of [
      "HELLO there you\n\nlook WONDERFUL!!!",
      "  hello there, you look wonderful 12 😀",
      "hel\u200blo there you look wonderful",
    ])
      expect(comparableText(other)).toBe(plain);
    expect(comparableText("Caf\u0065\u0301 tomorrow evening at eight?")).toBe(
      comparableText("caf\u00e9 tomorrow evening at eight"),
    );
  });

  it("is compared from 20 letters on", () => {
    expect(comparableText("a".repeat(19))).toBeNull();
    expect(comparableText("Hi! 1234567890 1234567890 ???")).toBeNull();
    expect(comparableText("a".repeat(20))).not.toBeNull();
  });

  it("does not change when it is compared again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 20, maxLength: 80 }), (text) => {
        const once = comparableText(text);
        return once === null || comparableText(once) === once;
      }),
    );
  });
});

describe("who may write first", () => {
  const TODAY = "2026-11-21";
  /** A woman of 30 whom the receiver, who looks for women of 25 to 35, does not like; defaults otherwise. */
  const row = (more: Partial<FirstRow> = {}): FirstRow => ({
    choice: "everyone",
    liked: false,
    confirmed: false,
    photo: false,
    gender: 1,
    date_of_birth: "1996-11-21",
    looking_for: 0b001,
    seek_min_age: 25,
    seek_max_age: 35,
    premium_since: null,
    upheld: 0,
    from_fictional: false,
    to_fictional: false,
    acknowledged: false,
    ...more,
  });
  const refused = (more: Partial<FirstRow>) => refusedFirst(row(more), TODAY);

  it("is everyone, and always members that the receiver likes", () => {
    expect(refused({})).toBeNull();
    expect(refused({ choice: "liked" })).toBe("write_first_liked");
    for (const choice of ["liked", "photo", "search"] as const)
      expect(refused({ choice, liked: true, gender: 2 })).toBeNull();
  });

  it("is members with a confirmed address and a photo", () => {
    const allowed = [{ confirmed: true, photo: true }, { confirmed: true }, { photo: true }, {}].map(
      (more) => refused({ choice: "photo", ...more }) === null,
    );
    expect(allowed).toEqual([true, false, false, false]);
  });

  it("is members who match the receiver's search: the gender, and the age to the day", () => {
    const born = (date_of_birth: string) => refused({ choice: "search", date_of_birth }) === null;
    // 24 and 25, 35 and 36 on the day
    expect(["2001-11-22", "2001-11-21", "1990-11-22", "1990-11-21"].map(born)).toEqual([false, true, true, false]);
    expect(refused({ choice: "search", gender: 2 })).toBe("write_first_search");
    expect(refused({ choice: "search", gender: 3, looking_for: 0b101 })).toBeNull();
    expect(refused({ choice: "search", gender: 2, looking_for: 0b101 })).toBe("write_first_search");
  });

  it("excludes fictional senders, and requires an acknowledgement for fictional receivers", () => {
    expect(refused({ from_fictional: true, liked: true })).toBe("not_found");
    expect(refused({ to_fictional: true, liked: true })).toBe("fictional_unacknowledged");
    expect(refused({ to_fictional: true, acknowledged: true })).toBeNull();
    expect(refused({ acknowledged: false })).toBeNull();
  });
});
