import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { autoLike } from "./auto-like.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watched = (answer: () => Promise<string | null>, isNeeded = () => true) => ({
  isNeeded,
  request: vi.fn(answer),
  found: vi.fn(),
  reload: vi.fn(),
});
const calls = ({ request, found, reload }: ReturnType<typeof watched>) =>
  [request, found, reload].map((fn) => fn.mock.calls.length);

// spec: 4.match-modal, 7.auto-like-reload
it("asks 500 ms after the modal appeared and reloads the likes 0.5 s after the answer, however late that is (§4, §7)", async () => {
  let answer = (_: string) => {};
  const steps = watched(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  autoLike(steps);
  await vi.advanceTimersByTimeAsync(499);
  expect(calls(steps)).toEqual([0, 0, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls(steps)).toEqual([1, 0, 0]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(calls(steps)).toEqual([1, 0, 0]);
  answer("bram");
  await vi.advanceTimersByTimeAsync(499);
  expect(calls(steps)).toEqual([1, 1, 0]);
  expect(steps.found).toHaveBeenCalledWith("bram");
  await vi.advanceTimersByTimeAsync(1);
  expect(calls(steps)).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls(steps)).toEqual([1, 1, 1]);
});

it("reloads after a response without a member, but not after a failure", async () => {
  const nobody = watched(async () => null);
  const failed = watched(() => Promise.reject(new Error("offline")));
  autoLike(nobody);
  autoLike(failed);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls(nobody)).toEqual([1, 0, 1]);
  expect(calls(failed)).toEqual([1, 0, 0]);
});

it("called off, it does not ask; once it has asked, the reload follows all the same", async () => {
  const early = watched(async () => "bram");
  const late = watched(async () => "bram");
  const callOff = [autoLike(early), autoLike(late)] as const;
  callOff[0]();
  await vi.advanceTimersByTimeAsync(500);
  callOff[1]();
  await vi.advanceTimersByTimeAsync(500);
  expect(calls(early)).toEqual([0, 0, 0]);
  expect(calls(late)).toEqual([1, 1, 1]);
});

it("asks nothing when the match has come another way by then", async () => {
  const known = watched(
    async () => "bram",
    () => false,
  );
  autoLike(known);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls(known)).toEqual([0, 0, 0]);
});
