import { describe, expect, it } from "vitest";
import { secondsIn, withoutSeconds } from "./popup-delay.ts";

describe("the like popup's delay", () => {
  // spec: 4.like-popup
  it("is a number of seconds, and nothing else", () => {
    expect(["?t=5", "?page=2&t=0", "?t=1.5", "?t=9999"].map(secondsIn)).toEqual([5, 0, 1.5, 3_600]);
    expect(["", "?t=", "?t=soon", "?t=-1", "?t=1e3", "?token=5"].map(secondsIn)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  // spec: 4.like-popup-parameter
  it("leaves the rest of the address as it is", () => {
    expect(withoutSeconds("?page=2&t=5&gender=man")).toBe("page=2&gender=man");
  });
});
