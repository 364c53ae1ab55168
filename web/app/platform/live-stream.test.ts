import { LIVE_HEARTBEAT_MS, LIVE_LOGGED_OUT, LIVE_REPLACED, type LiveEvent } from "@serenade/contract/live";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openStream, type Stream } from "./live-stream.ts";

const LOST = 1006;

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly url: string;
  readonly sent: unknown[] = [];
  readyState = 0;
  onopen: () => void = () => {};
  onmessage: (message: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};
  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.end(1000);
  }
  connect() {
    this.readyState = 1;
    this.onopen();
  }
  say(event: LiveEvent) {
    this.onmessage({ data: JSON.stringify(event) });
  }
  end(code: number) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const like: LiveEvent = { type: "like", version: 5 };
const onEvent = vi.fn();
const onOpen = vi.fn();
let version: number;
let stream: Stream;
const last = () => FakeSocket.all.at(-1)!;
const tries = () => FakeSocket.all.length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("location", { origin: "https://serenade.example" });
  vi.clearAllMocks();
  FakeSocket.all = [];
  version = 4;
  stream = openStream({ version: () => version, onOpen, onEvent });
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("sends its version each time it connects", async () => {
  expect(last().url).toBe("wss://serenade.example/api/events.php");
  last().connect();
  version = 9;
  last().end(LOST);
  await vi.advanceTimersByTimeAsync(60_000);
  last().connect();
  expect(FakeSocket.all.map(({ sent }) => sent)).toEqual([[{ version: 4 }], [{ version: 9 }]]);
  expect(onOpen).toHaveBeenCalledTimes(2);
});

it("passes events on, and uses a heartbeat only as a sign of life", () => {
  last().connect();
  last().say({ type: "beat" });
  last().say(like);
  expect(onEvent.mock.calls).toEqual([[like]]);
});

it("waits longer with each failure, half a minute at most, and starts over once it was connected", async () => {
  const waits: number[] = [];
  for (let at = 0; at < 6; at++) {
    const before = tries();
    last().end(LOST);
    let waited = 0;
    for (; tries() === before; waited += 250) await vi.advanceTimersByTimeAsync(250);
    waits.push(waited);
  }
  expect(waits).toEqual([2_250, 4_250, 8_250, 16_250, 30_250, 30_250]);
  last().connect();
  last().end(LOST);
  await vi.advanceTimersByTimeAsync(2_250);
  expect(tries()).toBe(8);
});

it("connects at once when the network is back or the page becomes visible, but only when disconnected", () => {
  last().end(LOST);
  window.dispatchEvent(new Event("online"));
  expect(tries()).toBe(2);
  last().end(LOST);
  stream.wake();
  expect(tries()).toBe(3);
  last().connect();
  stream.wake();
  window.dispatchEvent(new Event("online"));
  expect(tries()).toBe(3);
});

it("takes a connection for dead that has been silent for two and a half heartbeats", async () => {
  last().connect();
  await vi.advanceTimersByTimeAsync(2 * LIVE_HEARTBEAT_MS);
  last().say({ type: "beat" });
  await vi.advanceTimersByTimeAsync(2 * LIVE_HEARTBEAT_MS);
  expect(tries()).toBe(1);
  await vi.advanceTimersByTimeAsync(LIVE_HEARTBEAT_MS);
  expect(tries()).toBe(2);
});

it("does not reconnect when another stream has replaced it, until its tab becomes visible", async () => {
  last().connect();
  last().end(LIVE_REPLACED);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(tries()).toBe(1);
  stream.wake();
  expect(tries()).toBe(2);
});

it.each([
  ["the session has ended", () => last().end(LIVE_LOGGED_OUT)],
  ["it was closed", () => stream.close()],
])("never reconnects when %s", async (_, end) => {
  last().connect();
  end();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  stream.wake();
  window.dispatchEvent(new Event("online"));
  expect(tries()).toBe(1);
});
