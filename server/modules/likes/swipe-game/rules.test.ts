import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowanceOf, type Day, dayAround, dayThatCounts, zoneOf } from "./rules.ts";

const ZONES = [
  "UTC",
  "Europe/Amsterdam",
  "America/New_York",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];
const HOUR_MS = 3_600_000;
const iso = ({ from, to }: Day) => [from.toISOString(), to.toISOString()];

describe("a day of the swipe game", () => {
  it("is a calendar day of the zone, 23 or 25 hours long when the clocks change", () => {
    expect(iso(dayAround(new Date("2026-11-21T23:30:00Z"), "Europe/Amsterdam"))).toEqual([
      "2026-11-21T23:00:00.000Z",
      "2026-11-22T23:00:00.000Z",
    ]);
    const hours = ({ from, to }: Day) => (to.getTime() - from.getTime()) / HOUR_MS;
    expect(hours(dayAround(new Date("2026-03-29T12:00:00Z"), "Europe/Amsterdam"))).toBe(23);
    expect(hours(dayAround(new Date("2026-10-25T12:00:00Z"), "Europe/Amsterdam"))).toBe(25);
    expect(iso(dayAround(new Date("2026-11-21T00:00:00Z"), "UTC"))[0]).toBe("2026-11-21T00:00:00.000Z");
  });

  it("never has more than four likes in any zone that was sent, however the member moves", () => {
    const step = fc.record({ zone: fc.constantFrom(...ZONES), minutes: fc.integer({ min: 1, max: 900 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        let now = new Date("2026-11-20T00:00:00Z");
        let running: Day | null = null;
        const likes: { at: Date; zone: string }[] = [];
        for (const { zone, minutes } of steps) {
          now = new Date(now.getTime() + minutes * 60_000);
          const day = dayThatCounts(now, zone, running);
          const countIn = ({ from }: Day) => likes.filter(({ at }) => at >= from).length;
          const { likes_left } = allowanceOf(countIn(day), day);
          if (likes_left === 0) continue;
          if (running && countIn(running) >= 4) expect(now >= running.to).toBe(true); // never earlier than announced
          likes.push({ at: now, zone });
          running = day;
        }
        for (const { at, zone } of likes) {
          const { from, to } = dayAround(at, zone);
          expect(likes.filter((like) => like.at >= from && like.at < to).length).toBeLessThanOrEqual(4);
        }
      }),
    );
  });

  it("accepts zone names, including old ones, and nothing else", () => {
    expect(zoneOf("Europe/Amsterdam")).toBe("Europe/Amsterdam");
    expect(zoneOf("Asia/Calcutta")).not.toBeNull();
    for (const wrong of ["Mars/Phobos", "+05:00", "", undefined]) expect(zoneOf(wrong)).toBeNull();
  });
});
