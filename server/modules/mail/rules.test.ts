import { describe, expect, it } from "vitest";
import { isBounce, isFinal, pauseBefore } from "./rules.ts";

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
