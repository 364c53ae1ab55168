/** Message requests: accepted or declined by their receiver (product.md 6). */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi, RequestApi } from "@serenade/contract/chat";
import type { Id } from "@serenade/contract/ids";
import { LikesApi } from "@serenade/contract/likes";
import { ReportApi } from "@serenade/contract/moderation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

type Conversation = Id<"conversation">;
const write = (from: Person, to: Person, message: string) =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });
const say = (from: Person, id: Conversation, message: string) =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), id, message } });
const decide = (who: Person, conversation: Conversation, decision: "accept" | "decline") =>
  who.call(RequestApi.decide, { body: { conversation, decision } });
const list = async (who: Person) => (await who.call(ChatsApi.list)).body;
const tray = async (who: Person) => (await list(who)).chats.map(({ request }) => request);
const credits = async (who: Person) => (await who.call(UserApi.current)).body.user!.credits;

describe("a first message", () => {
  it("is an unread request for the receiver and a conversation for the sender, until it is accepted", async () => {
    const [anna, bram] = await Promise.all([join(test, "anna"), join(test, "bram")]);
    const { conversation: id } = (await write(anna, bram, "hello")).body;
    expect([await tray(bram), await tray(anna), (await list(bram)).unread_total]).toEqual([[true], [false], 1]);
    const page = (await bram.call(ChatApi.read, { query: { id } })).body.conversation;
    expect(page).toMatchObject({ request: true, answered: false });
    expect((await decide(bram, id, "accept")).status).toBe(200);
    expect(await tray(bram)).toEqual([false]);
    // accepting is not answering: links stay text
    expect((await bram.call(ChatApi.read, { query: { id } })).body.conversation).toMatchObject({
      request: false,
      answered: false,
    });
    expect((await decide(bram, id, "decline")).status).toBe(404);
    expect((await decide(bram, id, "accept")).status).toBe(200);
  });

  it("is accepted by an answer, which makes it an answered one for both", async () => {
    const [carol, dirk] = await Promise.all([join(test, "carol"), join(test, "dirk")]);
    const { conversation: id } = (await write(carol, dirk, "hello")).body;
    await say(carol, id, "are you there?");
    expect(await tray(dirk)).toEqual([true]);
    await say(dirk, id, "I am");
    expect(await tray(dirk)).toEqual([false]);
    for (const one of [carol, dirk])
      expect((await one.call(ChatApi.read, { query: { id } })).body.conversation).toMatchObject({ answered: true });
  });

  it("is accepted by a like, before or after it", async () => {
    const [eva, finn, gitte] = await Promise.all([join(test, "eva"), join(test, "finn"), join(test, "gitte")]);
    await write(finn, eva, "hello");
    await eva.call(LikesApi.like, { body: { id: finn.id } });
    await eva.call(LikesApi.like, { body: { id: gitte.id } });
    await write(gitte, eva, "hello");
    expect(await tray(eva)).toEqual([false, false]);
  });
});

describe("one of several requests", () => {
  it("is accepted or declined alone; the others stay unread requests", async () => {
    const [rik, ...writers] = await Promise.all(["rik", "saar", "tom", "ute"].map((name) => join(test, name)));
    const ids: Conversation[] = [];
    for (const writer of writers) ids.push((await write(writer, rik!, `hello from ${writer.name}`)).body.conversation);
    const requests = async () => {
      const { chats, unread_total } = await list(rik!);
      const of = new Map(chats.map(({ conversation, request }) => [conversation.id, request]));
      return { of: ids.map((id) => of.get(id)), unread_total };
    };
    expect(await requests()).toEqual({ of: [true, true, true], unread_total: 3 });
    await decide(rik!, ids[0]!, "accept");
    expect(await requests()).toEqual({ of: [false, true, true], unread_total: 3 });
    await decide(rik!, ids[1]!, "decline");
    expect(await requests()).toEqual({ of: [false, undefined, true], unread_total: 2 });
    expect((await say(writers[2]!, ids[2]!, "are you there?")).status).toBe(201);
    expect((await say(writers[1]!, ids[1]!, "are you there?")).body.error).toBe("not_taken");
    // changing one's mind about one that was declined
    await decide(rik!, ids[1]!, "accept");
    expect((await say(writers[1]!, ids[1]!, "are you there?")).status).toBe(201);
  });
});

describe("a declined message", () => {
  it("is hidden once declined; the sender is not notified and pays for no further messages", async () => {
    const [hugo, iris] = await Promise.all([join(test, "hugo"), join(test, "iris")]);
    const { conversation: id } = (await write(hugo, iris, "hello")).body;
    const version = (await list(hugo)).version;
    for (let n = 0; n < 2; n++) expect((await decide(iris, id, "decline")).status).toBe(200);
    expect(await list(iris)).toMatchObject({ chats: [], unread_total: 0 });
    expect((await iris.call(ChatApi.read, { query: { id } })).body).toMatchObject({
      messages: [],
      conversation: { request: false, unread: 0 },
    });
    expect((await list(hugo)).version).toBe(version);
    expect((await hugo.call(ChatApi.read, { query: { id } })).body.messages).toHaveLength(1);
    const again = await say(hugo, id, "hello?");
    expect([again.status, again.body.error]).toEqual([403, "not_taken"]);
    expect(again.body.message).toMatch(/Iris.*Nothing was sent and you weren’t charged/);
    expect(again.body.message).not.toMatch(/block|declin/i);
    expect(await credits(hugo)).toBe(1);
    expect((await list(iris)).unread_total).toBe(0);
    // reporting still works, with what was written
    expect((await iris.call(ReportApi.report, { body: { id: hugo.id, reason: "harassment" } })).status).toBe(201);
  });

  it("is restored when the receiver writes after all, or likes", async () => {
    const [jan, kim, lea] = await Promise.all([join(test, "jan"), join(test, "kim"), join(test, "lea")]);
    const ofJan = (await write(jan, kim, "hello")).body.conversation;
    const ofLea = (await write(lea, kim, "hello")).body.conversation;
    for (const id of [ofJan, ofLea]) await decide(kim, id, "decline");
    expect((await say(kim, ofJan, "I thought about it")).status).toBe(201);
    expect((await say(jan, ofJan, "wonderful")).status).toBe(201);
    await kim.call(LikesApi.like, { body: { id: lea.id } });
    expect((await say(lea, ofLea, "hello again")).status).toBe(201);
    expect(await tray(kim)).toEqual([false, false]);
  });

  it("stays declined when messages of the sender arrive concurrently", async () => {
    const [mats, nora] = await Promise.all([join(test, "mats", { credits: 30 }), join(test, "nora")]);
    const id = (await write(mats, nora, "hello")).body.conversation;
    const sends = Array.from({ length: 8 }, (_, n) => say(mats, id, `more ${n}`));
    const [declined, ...answers] = await Promise.all([decide(nora, id, "decline"), ...sends]);
    expect(declined.status).toBe(200);
    expect(answers.every(({ status, body }) => status === 201 || body.error === "not_taken")).toBe(true);
    expect(await list(nora)).toMatchObject({ chats: [], unread_total: 0 });
    expect(await credits(mats)).toBe(31 - answers.filter(({ status }) => status === 201).length);
  });

  it("can be decided by its receiver alone", async () => {
    const [otto, pia, quinn] = await Promise.all([join(test, "otto"), join(test, "pia"), join(test, "quinn")]);
    const id = (await write(otto, pia, "between us")).body.conversation;
    const tries = await Promise.all(
      [otto, quinn].flatMap((who) => [decide(who, id, "accept"), decide(who, id, "decline")]),
    );
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await tray(pia)).toEqual([true]);
  });
});
