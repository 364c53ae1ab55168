import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { LIVE_PATH } from "@serenade/contract/live";
import { BlockApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { isReal, type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";
import { createClient } from "./test/client.ts";

let test: TestApp;
let otherUrl: string;
beforeAll(async () => {
  test = await testApp();
  // On the real servers the listener sits on another process than the one that is called.
  otherUrl = isReal ? (await test.second()).url : test.url;
});
afterAll(() => test.close());

type Event = { type: string; version?: number; [field: string]: unknown };

/** Listens as a tab does; `next(type)` waits for the next event of a kind. */
async function listen(person: Person, version = 0, headers: Record<string, string> = {}) {
  const url = otherUrl;
  const socket = new WebSocket(url.replace("http", "ws") + LIVE_PATH, {
    headers: { cookie: person.cookies(), origin: url, ...headers },
  });
  const events: Event[] = [];
  const waiting: { type: string; resolve: (event: Event) => void }[] = [];
  socket.on("message", (data) => {
    const event = JSON.parse(String(data)) as Event;
    const index = waiting.findIndex((one) => one.type === event.type);
    if (index >= 0) waiting.splice(index, 1)[0]!.resolve(event);
    else events.push(event);
  });
  await new Promise((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  socket.send(JSON.stringify({ version }));
  const next = (type: string): Promise<Event> => {
    const index = events.findIndex((event) => event.type === type);
    if (index >= 0) return Promise.resolve(events.splice(index, 1)[0]!);
    return new Promise((resolve) => waiting.push({ type, resolve }));
  };
  return { socket, events, next };
}

describe("the event stream", () => {
  it("delivers messages, typing, read marks, likes and matches to the other member in any process", async () => {
    const [anna, bram] = await Promise.all([
      join(test, "anna", { credits: 5, premium: true }),
      join(test, "bram", { credits: 5 }),
    ]);
    const [a, b] = [await listen(anna), await listen(bram)];
    await b.next("resync"); // it knew version 0
    const sent = (
      await anna.call(ChatApi.send, { body: { client_id: randomUUID(), profile: bram.id, message: "hello" } })
    ).body;
    const event = await b.next("message");
    expect(event).toMatchObject({
      conversation: sent.conversation,
      message: { id: sent.message.id, body: "hello", mine: false },
    });
    expect(await a.next("message")).toMatchObject({ message: { mine: true, client_id: sent.message.client_id } });
    expect(event.version).toBe((await bram.call(ChatsApi.list)).body.version);
    await bram.call(ChatApi.typing, { body: { id: sent.conversation } });
    expect(await a.next("typing")).toEqual({ type: "typing", conversation: sent.conversation });
    await bram.call(ChatApi.seen, { body: { id: sent.conversation, message: sent.message.id } });
    expect(await a.next("read")).toMatchObject({ conversation: sent.conversation, message: sent.message.id });
    await anna.call(LikesApi.like, { body: { id: bram.id } });
    await b.next("like");
    await bram.call(LikesApi.like, { body: { id: anna.id } });
    await a.next("match");
    // what bram writes is read by anna, and only premium members learn when
    const answer = (
      await bram.call(ChatApi.send, { body: { client_id: randomUUID(), profile: anna.id, message: "hi" } })
    ).body;
    await anna.call(ChatApi.seen, { body: { id: answer.conversation, message: answer.message.id } });
    await anna.call(ChatApi.typing, { body: { id: answer.conversation } });
    await b.next("typing"); // later than the mark would be
    expect(b.events.filter(({ type }) => type === "read")).toEqual([]);
    for (const { socket } of [a, b]) socket.close();
  });

  it("sends no read event to others when the reader hides read receipts", async () => {
    const [nina, otis] = await Promise.all([
      join(test, "nina", { credits: 5, premium: true }),
      join(test, "otis", { form: { gender: "man", looking_for: ["woman"] } }),
    ]);
    await otis.call(NotificationsApi.change, { body: { read_receipts: false } });
    const tab = await listen(nina);
    const body = { client_id: randomUUID(), profile: otis.id, message: "hello" };
    const { conversation: id, message } = (await nina.call(ChatApi.send, { body })).body;
    await otis.call(ChatApi.seen, { body: { id, message: message.id } });
    await otis.call(ChatApi.typing, { body: { id } });
    await tab.next("typing"); // sent after the reading, arrives alone
    expect(tab.events.filter(({ type }) => type === "read")).toEqual([]);
    tab.socket.close();
  });

  it("sends resync to a connection with an old version, and nothing when none was missed", async () => {
    const [carol, dirk] = await Promise.all([join(test, "carol"), join(test, "dirk", { credits: 5 })]);
    const { version } = (await carol.call(ChatsApi.list)).body;
    const quiet = await listen(carol, version);
    await dirk.call(ChatApi.send, { body: { client_id: randomUUID(), profile: carol.id, message: "are you there?" } });
    await quiet.next("message");
    expect(quiet.events).toEqual([]);
    quiet.socket.close();
    const late = await listen(carol, version);
    expect((await late.next("resync")).version).toBeGreaterThan(version);
    late.socket.close();
  });

  it("is refused without a session and to a foreign page", async () => {
    const elin = await join(test, "elin");
    const stranger = { ...elin, cookies: () => "" };
    await expect(listen(stranger as Person)).rejects.toThrow(/403/);
    await expect(listen(elin, 0, { origin: "https://evil.test" })).rejects.toThrow(/403/);
  });

  it("ends with the session", async () => {
    const finn = await join(test, "finn");
    const stream = await listen(finn);
    const closed = new Promise((resolve) => stream.socket.on("close", resolve));
    await finn.call(UserApi.logout);
    await stream.next("logout");
    expect(await closed).toBe(4403);
  });

  it("delivers nothing to a third member", async () => {
    const [gina, hugo, ivan] = await Promise.all([join(test, "gina"), join(test, "hugo"), join(test, "ivan")]);
    const { version } = (await ivan.call(ChatsApi.list)).body;
    const stream = await listen(ivan, version);
    await gina.call(ChatApi.send, { body: { client_id: randomUUID(), profile: hugo.id, message: "private" } });
    await gina.call(LikesApi.like, { body: { id: ivan.id } }); // arrives last, after every other event
    await stream.next("like");
    expect(stream.events).toEqual([]);
    stream.socket.close();
  });

  it("delivers nothing across a block, in either direction", async () => {
    const [kai, lea] = await Promise.all([join(test, "kai", { credits: 5 }), join(test, "lea", { credits: 5 })]);
    const { conversation: id, message } = (
      await kai.call(ChatApi.send, { body: { client_id: randomUUID(), profile: lea.id, message: "hello" } })
    ).body;
    await lea.call(BlockApi.block, { body: { id: kai.id } });
    const { version } = (await lea.call(ChatsApi.list)).body;
    const [one, other] = [await listen(lea, version), await listen(kai, (await kai.call(ChatsApi.list)).body.version)];
    await kai.call(ChatApi.typing, { body: { id } });
    await kai.call(ChatApi.seen, { body: { id, message: message.id } });
    await kai.call(ChatApi.send, { body: { client_id: randomUUID(), id, message: "are you there?" } });
    await lea.call(ChatApi.typing, { body: { id } });
    await lea.call(BlockApi.unblock, { body: { id: kai.id } }); // arrives last, after every other event
    await Promise.all([one.next("chats"), other.next("chats")]);
    // both received only the events that reload lists and likes
    const received = [...one.events, ...other.events].map(({ type }) => type);
    expect(received.filter((type) => type !== "chats" && type !== "like")).toEqual([]);
    for (const { socket } of [one, other]) socket.close();
  });

  it("is the same product from both processes", async () => {
    const jana = await join(test, "jana");
    const elsewhere = createClient(otherUrl, "10.200.0.1");
    elsewhere.setCookie("auth", jana.cookie("auth")!);
    expect((await elsewhere.call(UserApi.current)).body.user?.name).toBe("Jana");
  });
});
