import { SignupApi, UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { SearchApi } from "@serenade/contract/search";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addressOf, call } from "./call.ts";
import type { CallFailure } from "./call-failure.ts";

const fetching = vi.fn<typeof fetch>();
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const like = (id: string) => call(LikesApi.like, { body: { id: id as never } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetching.mockReset());
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// spec: 7.retries, 9.retries
it("repeats a call five times on a lost connection, then fails with network", async () => {
  fetching.mockRejectedValue(new TypeError("lost"));
  const failure = call(ChatsApi.list).catch((error: CallFailure) => error);
  await vi.runAllTimersAsync();
  expect(await failure).toMatchObject({ code: "network", status: 0 });
  expect(fetching).toHaveBeenCalledTimes(6);
});

// spec: 7.retries, 9.retries
it("waits exponentially longer before each of the five repetitions", async () => {
  const times: number[] = [];
  fetching.mockImplementation(async () => {
    times.push(Date.now());
    return json(503, {});
  });
  const failure = call(ChatsApi.list).catch((error: CallFailure) => error.status);
  await vi.runAllTimersAsync();
  expect(await failure).toBe(503);
  const pauses = times.slice(1).map((time, at) => time - times[at]!);
  expect(pauses).toHaveLength(5);
  for (const [retry, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(250 * 2 ** retry);
    expect(pause).toBeLessThanOrEqual(500 * 2 ** retry + 1);
  }
});

// spec: 7.user
it("says that it is the client's own request", async () => {
  fetching.mockResolvedValueOnce(json(200, { user: null }));
  await call(UserApi.current);
  const [address, request] = fetching.mock.calls[0]!;
  expect([address, request!.method]).toEqual(["/api/user.php", "GET"]);
  expect(request!.headers).toMatchObject({ "X-Request-Type": "client" });
});

it("sends the same idempotency key with each repetition of a write", async () => {
  fetching.mockResolvedValueOnce(json(503, {})).mockResolvedValueOnce(json(200, { match: true }));
  const answer = like("x");
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ match: true });
  const sent = fetching.mock.calls.map(
    ([, request]) => (request!.headers as Record<string, string>)["Idempotency-Key"],
  );
  expect(sent[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect(sent[1]).toBe(sent[0]);
});

it("uses the key of a caller that repeats a write", async () => {
  fetching.mockResolvedValueOnce(json(200, { match: true }));
  const key = "3f2b8c1e-6a5d-4c3b-9e8f-1a2b3c4d5e6f";
  await call(LikesApi.like, { body: { id: "x" as never }, key });
  expect(fetching.mock.calls[0]![1]!.headers).toMatchObject({ "Idempotency-Key": key });
});

it("waits as a limit asks when that is short, and gives up when it is long", async () => {
  fetching.mockResolvedValueOnce(json(429, { error: "too_many_requests" }, { "Retry-After": "60" }));
  await expect(like("x")).rejects.toMatchObject({ code: "too_many_requests", status: 429 });
  fetching.mockResolvedValueOnce(json(429, {}, { "Retry-After": "3" })).mockResolvedValueOnce(json(200, {}));
  const answer = like("x");
  await vi.advanceTimersByTimeAsync(2_900);
  expect(fetching).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(await answer).toEqual({});
});

it("repeats login and sign-up only when nothing came back", async () => {
  fetching.mockResolvedValueOnce(json(500, { error: "internal" }));
  await expect(call(UserApi.login, { body: { email: "a@b.c", password: "x" } })).rejects.toMatchObject({ status: 500 });
  fetching
    .mockRejectedValueOnce(new TypeError("lost"))
    .mockResolvedValueOnce(json(409, { error: "email_taken", message: "…" }));
  const signup = call(SignupApi.signup, { body: {} as never }).catch((error: CallFailure) => error.code);
  await vi.runAllTimersAsync();
  expect(await signup).toBe("email_taken");
});

it("hands over fields and parameters of a refusal", async () => {
  fetching.mockResolvedValueOnce(json(403, { error: "blocked", message: "You're blocked by Bram", name: "Bram" }));
  await expect(like("x")).rejects.toMatchObject({
    code: "blocked",
    message: "You're blocked by Bram",
    params: { name: "Bram" },
  });
});

// spec: 8.authentication-required
it("announces a lost session, but not for the user call", async () => {
  const lost = vi.fn();
  window.addEventListener("logged-out", lost);
  const refusal = () => json(403, { error: "authentication_required", message: "", authentication_required: true });
  fetching.mockImplementation(async () => refusal());
  await expect(call(UserApi.current)).rejects.toThrow();
  expect(lost).not.toHaveBeenCalled();
  await expect(like("x")).rejects.toThrow();
  expect(lost).toHaveBeenCalledOnce();
});

it("stops when the caller loses interest", async () => {
  const controller = new AbortController();
  fetching.mockImplementation(async (_, request) => {
    request!.signal!.throwIfAborted();
    throw new TypeError("lost");
  });
  const answer = call(ChatsApi.list, { signal: controller.signal }).catch((error: Error) => error.name);
  controller.abort();
  await vi.runAllTimersAsync();
  expect(await answer).toBe("AbortError");
});

it("leaves empty query parameters out", () => {
  expect(addressOf(SearchApi.list, { gender: "woman", page: undefined })).toBe("/api/members.php?gender=woman");
});
