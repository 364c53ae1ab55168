import { expect, it } from "vitest";
import { refreshDelay } from "./periodic-refresh.ts";

it("refreshes after 5 s, then every 60 s, and every 300 s where push messages arrive (§4)", () => {
  const delays = (pushSubscribed: boolean) => [0, 1, 2, 3].map((done) => refreshDelay(done, pushSubscribed));
  expect(delays(false)).toEqual([5_000, 60_000, 60_000, 60_000]);
  expect(delays(true)).toEqual([5_000, 300_000, 300_000, 300_000]);
});
