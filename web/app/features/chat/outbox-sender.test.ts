import type { MemberId } from "@serenade/contract/members";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { userKey } from "~/features/account/queries.ts";
import { call } from "~/platform/call.ts";
import { CallFailure } from "~/platform/call-failure.ts";
import { memberStorage } from "~/platform/member-storage.ts";
import { FakeLocks, FakeStorage } from "../../../test/browser.ts";
import type { ConversationId } from "./chat-cache.ts";
import { listOutbox, type Outgoing, putOutgoing, removeOutgoing } from "./outbox.ts";
import { flush, flushAll, onSent } from "./outbox-sender.ts";
import { conversationKey } from "./queries.ts";

vi.mock("~/platform/call.ts", () => ({ call: vi.fn() }));

const own = "anna" as MemberId;
const bram = "bram" as MemberId;
const cleo = "cleo" as MemberId;

type Sent = { body: Record<string, string>; key: string; signal: AbortSignal };
const sending = vi.mocked(call as unknown as (endpoint: unknown, sent: Sent) => Promise<unknown>);
const sent = () => sending.mock.calls.map(([, { body }]) => body.message);
const left = () => listOutbox(own).map(({ text, failed }) => (failed ? `${text}: ${failed.code}` : text));

const refusal = new CallFailure(409, { error: "blocked", message: "Bram is gone." });
const lost = new CallFailure(0, { error: "network" });
const taken = ({ body }: Sent) => ({
  conversation: "conversation-1",
  credits: 7,
  message: { id: `message of ${body.client_id}`, client_id: body.client_id, body: body.message, created_at: "2026" },
});

let client: QueryClient;
const sender = () => ({ own, client, errorMessage: (error: unknown) => (error as Error).message });

let written = 0;
function write(text: string, to: MemberId = bram, more: Partial<Outgoing> = {}) {
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, written++)).toISOString();
  putOutgoing(own, { client_id: `id of ${text}`, to, conversation: null, text, at, failed: null, ...more });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("navigator", { onLine: true, locks: new FakeLocks() });
  client = new QueryClient();
  sending.mockReset().mockImplementation(async (_, request) => taken(request));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what is in the outbox", () => {
  it("goes to a person in the order in which it was written, and leaves it", async () => {
    for (const text of ["one", "two", "three"]) write(text);
    await flush(sender(), bram);
    expect(sent()).toEqual(["one", "two", "three"]);
    expect(left()).toEqual([]);
  });

  it("waits for the one before it", async () => {
    const first = Promise.withResolvers<unknown>();
    sending.mockReturnValueOnce(first.promise);
    write("one");
    write("two");
    const flushed = flush(sender(), bram);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent()).toEqual(["one"]);
    first.resolve(taken(sending.mock.calls[0]![1]));
    await flushed;
    expect(sent()).toEqual(["one", "two"]);
  });

  it("does not wait for messages to others", async () => {
    sending.mockReturnValueOnce(new Promise(() => {}));
    write("to bram", bram);
    write("to cleo", cleo);
    flushAll(sender());
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual(["to bram", "to cleo"]);
    expect(left()).toEqual(["to bram"]);
  });

  it.each([
    ["with locks", { onLine: true, locks: new FakeLocks() }],
    ["without locks", { onLine: true }],
  ])("is sent once when several ask for it at the same time, in a browser %s", async (_, navigator) => {
    vi.stubGlobal("navigator", navigator);
    write("one");
    write("two");
    await Promise.all([flush(sender(), bram), flush(sender(), bram)]);
    expect(sent()).toEqual(["one", "two"]);
  });

  it("names the conversation, or the person where there is none yet", async () => {
    write("first");
    write("second", bram, { conversation: "conversation-1" as ConversationId });
    await flush(sender(), bram);
    expect(sending.mock.calls.map(([, { body }]) => [body.profile, body.id])).toEqual([
      ["bram", undefined],
      [undefined, "conversation-1"],
    ]);
  });
});

describe("without a connection", () => {
  it("nothing is tried", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    write("one");
    await flush(sender(), bram);
    expect(sent()).toEqual([]);
    expect(left()).toEqual(["one"]);
  });

  it("it stays, the rest waits behind it, and it is sent again under the same client_id", async () => {
    sending.mockRejectedValueOnce(lost);
    write("one");
    write("two");
    await flush(sender(), bram);
    expect(sent()).toEqual(["one"]);
    expect(left()).toEqual(["one", "two"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent()).toEqual(["one", "one", "two"]);
    expect(left()).toEqual([]);
    const [first, again] = sending.mock.calls.map(([, request]) => [request.body.client_id, request.key]);
    expect(first).toEqual(["id of one", "id of one"]);
    expect(again).toEqual(first);
  });

  it.each([
    ["answers nothing for 45 seconds", () => vi.advanceTimersByTimeAsync(45_000)],
    ["is lost under way", async () => window.dispatchEvent(new Event("offline"))],
  ])("that %s, the try is given up and made again", async (_, lose) => {
    const aborted = ({ signal }: Sent) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    sending.mockImplementationOnce((_, request) => aborted(request));
    write("one");
    const flushed = flush(sender(), bram);
    await vi.advanceTimersByTimeAsync(0);
    await lose();
    await flushed;
    expect(left()).toEqual(["one"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent()).toEqual(["one", "one"]);
    expect(left()).toEqual([]);
  });
});

describe("what was refused", () => {
  it("stays in the outbox with its reason, and holds up nothing", async () => {
    sending.mockRejectedValueOnce(refusal);
    write("one");
    write("two");
    await flush(sender(), bram);
    expect(sent()).toEqual(["one", "two"]);
    expect(left()).toEqual(["one: blocked"]);
    expect(listOutbox(own)[0]!.failed).toEqual({ code: "blocked", message: "Bram is gone." });
  });

  it("is not tried again by itself", async () => {
    write("one", bram, { failed: { code: "blocked", message: "" } });
    flushAll(sender());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toEqual([]);
  });

  it("does not return when it was discarded while being sent", async () => {
    const answer = Promise.withResolvers<unknown>();
    sending.mockReturnValueOnce(answer.promise);
    write("one");
    const flushed = flush(sender(), bram);
    await vi.advanceTimersByTimeAsync(0);
    removeOutgoing(own, "id of one");
    answer.reject(refusal);
    await flushed;
    expect(left()).toEqual([]);
  });

  it("has a reason also when the failure is not one of the API's", async () => {
    sending.mockRejectedValueOnce(new TypeError("broken"));
    write("one");
    await flush(sender(), bram);
    expect(left()).toEqual(["one: internal"]);
  });
});

it("the first message sent is the moment to ask for push, a refused one is not", async () => {
  const moment = () => memberStorage.read(own, "push-moment");
  sending.mockRejectedValueOnce(refusal);
  write("refused");
  await flush(sender(), bram);
  expect(moment()).toBeNull();
  write("one");
  await flush(sender(), bram);
  expect(moment()).not.toBeNull();
});

it("a sent message is in the conversation, in the credits, and with the listeners at once", async () => {
  const listener = vi.fn();
  const stop = onSent(listener);
  client.setQueryData(conversationKey("conversation-1"), { pages: [{ messages: [] }], pageParams: [null] });
  client.setQueryData(userKey, { credits: 8 });
  write("one");
  await flush(sender(), bram);
  stop();
  const { pages } = client.getQueryData<{ pages: [{ messages: { body: string }[] }] }>(
    conversationKey("conversation-1"),
  )!;
  expect(pages[0].messages.map(({ body }) => body)).toEqual(["one"]);
  expect(client.getQueryData(userKey)).toEqual({ credits: 7 });
  expect(listener).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: "one" }), "conversation-1");
});
