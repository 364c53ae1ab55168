import type { LiveEvent } from "@serenade/contract/live";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeLocks } from "../../test/browser.ts";
import { openStream, type StreamHandlers } from "./live-stream.ts";
import { shareStream } from "./live-tabs.ts";

vi.mock("./live-stream.ts", () => ({ openStream: vi.fn() }));

interface Tab {
  document: EventTarget & { visibilityState: string };
  version: number;
  events: LiveEvent[];
  asleep: boolean;
}
interface OpenStream extends StreamHandlers {
  tab: Tab;
  open: boolean;
  wake: () => void;
}

let streams: OpenStream[];
/** The tab whose code runs. */
let current: Tab;
const ends = new Map<Tab, () => void>();
const tabOf = new Map<StreamHandlers["version"], Tab>();

const holders = () => streams.filter(({ open }) => open).map(({ tab }) => tab);
const streamOf = (tab: Tab) => streams.find((stream) => stream.tab === tab && stream.open)!;
const like = (version: number): LiveEvent => ({ type: "like", version });

/** Delivers messages to the other tabs, except suspended ones. */
class FakeChannel {
  static readonly all = new Set<FakeChannel>();
  readonly tab = current;
  readonly name: string;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  constructor(name: string) {
    this.name = name;
    FakeChannel.all.add(this);
  }
  postMessage(data: unknown) {
    if (!FakeChannel.all.has(this)) throw new DOMException("closed", "InvalidStateError");
    const others = [...FakeChannel.all].filter((other) => other !== this && other.name === this.name);
    for (const other of others)
      queueMicrotask(() => {
        if (FakeChannel.all.has(other) && !other.tab.asleep) other.onmessage?.({ data });
      });
  }
  close() {
    FakeChannel.all.delete(this);
  }
}

/** Resolves promises and delivers messages between tabs, without advancing the clock. */
const settle = () => vi.advanceTimersByTimeAsync(0);

function runIn(tab: Tab, act: () => void) {
  current = tab;
  vi.stubGlobal("document", tab.document);
  act();
  return settle();
}

async function openTab({ member = "anna", version = 1, visible = true } = {}): Promise<Tab> {
  const document = Object.assign(new EventTarget(), { visibilityState: visible ? "visible" : "hidden" });
  const tab: Tab = { document, version, events: [], asleep: false };
  const versionOfTab = () => tab.version;
  tabOf.set(versionOfTab, tab);
  const onEvent = (event: LiveEvent) => {
    tab.events.push(event);
    if ("version" in event) tab.version = event.version;
  };
  await runIn(tab, () => ends.set(tab, shareStream({ member, version: versionOfTab, onOpen: () => {}, onEvent })));
  return tab;
}

const leave = (tab: Tab) => runIn(tab, ends.get(tab)!);
const lookAt = (tab: Tab) =>
  runIn(tab, () => {
    tab.document.visibilityState = "visible";
    tab.document.dispatchEvent(new Event("visibilitychange"));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks: new FakeLocks() });
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  FakeChannel.all.clear();
  streams = [];
  vi.mocked(openStream).mockImplementation((handlers) => {
    const stream = { ...handlers, tab: tabOf.get(handlers.version)!, open: true, wake: vi.fn() };
    streams.push(stream);
    const close = () => {
      stream.open = false;
    };
    return { wake: stream.wake, close };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("opens one stream for all tabs, held by the first", async () => {
  const first = await openTab();
  await openTab();
  await openTab({ visible: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(holders()).toEqual([first]);
  expect(streams).toHaveLength(1);
});

it("opens one stream for each member", async () => {
  const annas = await openTab({ member: "anna" });
  const brams = await openTab({ member: "bram" });
  expect(holders()).toEqual([annas, brams]);
  streamOf(annas).onEvent(like(2));
  await settle();
  expect(brams.events).toEqual([]);
});

it("passes an event on to every tab, once", async () => {
  const holder = await openTab();
  const other = await openTab();
  streamOf(holder).onEvent(like(2));
  await settle();
  expect(holder.events).toEqual([like(2)]);
  expect(other.events).toEqual([like(2)]);
});

it("goes to the next tab in the queue when the holder closes, with that tab's version", async () => {
  const first = await openTab();
  const second = await openTab({ version: 5 });
  const third = await openTab();
  await leave(first);
  expect(holders()).toEqual([second]);
  expect(streamOf(second).version()).toBe(5);
  streamOf(second).onEvent(like(6));
  await settle();
  expect([first.events, third.events]).toEqual([[], [like(6)]]);
});

it("skips a tab that closed while queueing", async () => {
  const first = await openTab();
  const second = await openTab();
  const third = await openTab();
  await leave(second);
  await leave(first);
  expect(holders()).toEqual([third]);
});

it("posts nothing for a tab that has closed", async () => {
  const first = await openTab();
  const second = await openTab();
  const { onEvent } = streamOf(first);
  await leave(first);
  onEvent(like(2));
  await settle();
  expect(second.events).toEqual([]);
});

it("makes a tab with older data than the holder's version load everything again", async () => {
  await openTab({ version: 7 });
  const late = await openTab({ version: 5 });
  const upToDate = await openTab({ version: 7 });
  expect(late.events).toEqual([{ type: "resync", version: 7 }]);
  expect(upToDate.events).toEqual([]);
});

it("takes the stream from a suspended holder, and only for a visible tab", async () => {
  const holder = await openTab();
  const hidden = await openTab({ visible: false });
  holder.asleep = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(holders()).toEqual([holder]);
  await lookAt(hidden);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(holders()).toEqual([holder]);
  await vi.advanceTimersByTimeAsync(1);
  expect(holders()).toEqual([hidden]);
});

it("gives the stream back to the suspended holder when the tab that took it closes", async () => {
  const holder = await openTab();
  const looked = await openTab({ visible: false });
  holder.asleep = true;
  await lookAt(looked);
  await vi.advanceTimersByTimeAsync(1_500);
  holder.asleep = false;
  await leave(looked);
  expect(holders()).toEqual([holder]);
});

it("leaves the stream to a holder that answers, and wakes it", async () => {
  const holder = await openTab({ visible: false });
  const looked = await openTab({ visible: false });
  await lookAt(looked);
  expect(streamOf(holder).wake).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(holders()).toEqual([holder]);
});

it("takes nothing after the tab has closed", async () => {
  const holder = await openTab();
  const looked = await openTab({ visible: false });
  holder.asleep = true;
  await lookAt(looked);
  await leave(looked);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(holders()).toEqual([holder]);
});

it("wakes its own stream when the holder becomes visible", async () => {
  const holder = await openTab({ visible: false });
  await lookAt(holder);
  expect(streamOf(holder).wake).toHaveBeenCalledOnce();
});

it("gives each tab a stream of its own in a browser without locks", async () => {
  vi.stubGlobal("navigator", {});
  const first = await openTab();
  const second = await openTab({ visible: false });
  expect(holders()).toEqual([first, second]);
  await lookAt(second);
  expect(streamOf(second).wake).toHaveBeenCalledOnce();
  await leave(first);
  expect(holders()).toEqual([second]);
});
