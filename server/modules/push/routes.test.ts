import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import { BlockApi, MemberApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { SavedSearchApi } from "@serenade/contract/search";
import { SettingsApi } from "@serenade/contract/site";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isReal, type TestApp, testApp } from "../../test/app.ts";
import { join, PASSWORD, type Person } from "../../test/cast.ts";
import { createClient } from "../../test/client.ts";
import { openBrowser, openPushService, readVapid } from "../../test/push-service.ts";

let service: Awaited<ReturnType<typeof openPushService>>;
let test: TestApp;
beforeAll(async () => {
  service = await openPushService();
  test = await testApp({ PUSH_TEST_HOST: service.host });
});
afterAll(async () => {
  await test.close();
  await service.close();
});
afterEach(() => {
  service.answers(201);
  service.pushed.length = 0;
});

const subscribe = (
  who: Pick<Person, "call">,
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
) => who.call(UserApi.push, { query: { push: "1" }, body: { subscription } });

async function browserOf(who: Pick<Person, "call">) {
  const browser = openBrowser(service.host);
  expect((await subscribe(who, browser.subscription)).status).toBe(200);
  return { ...browser, got: () => service.pushed.filter(({ path }) => path === browser.path) };
}

let count = 0;
/** New members of either gender, so that tests share none. */
const people = () => {
  const n = ++count;
  return Promise.all([
    join(test, `anna${n}`, { credits: 20, premium: true, form: { gender: "woman", looking_for: ["man"] } }),
    join(test, `bram${n}`, { credits: 20, form: { gender: "man", looking_for: ["woman"] } }),
  ]);
};

const write = (from: Person, to: Person, message = "See you at eight?") =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });

/** Advances the clock past the delay after which relevant notices are sent. */
async function push(seconds = 11): Promise<void> {
  await test.app.clock.advance(seconds);
  await test.app.jobs.run("push");
}

const rows = async (table: string, member: Person) =>
  (await test.app.db.raw(`select * from ${table} where member_id = $1`, [member.number])).rows as Record<
    string,
    unknown
  >[];

describe("a push message", () => {
  // spec: 7.push
  it("contains the sender's name, never the text, in the reader's locale, encrypted for that browser", async () => {
    const [anna, bram] = await people();
    await bram.call(UserApi.language, { body: { language: "de" } });
    const browser = await browserOf(bram);
    const { conversation } = (await write(anna, bram)).body;
    await push();
    const [got, ...more] = browser.got();
    expect(more).toEqual([]);
    expect(got!.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "high" });
    expect(got!.body.toString("latin1")).not.toContain(anna.name);
    const site = (await bram.call(SettingsApi.read, { query: {} })).body;
    expect(browser.read(got!.body)).toEqual({
      title: `Erste Nachricht von ${anna.name}`,
      body: expect.stringContaining(site.name),
      tag: got!.headers.topic,
      url: `/chats/${conversation}`,
      badge: 1,
      lang: "de",
    });
    expect(JSON.stringify(browser.read(got!.body))).not.toContain("eight");
    const claims = readVapid(got!.headers.authorization!, site.push_public_key!);
    expect(claims.aud).toBe(`http://${service.host}`);
    expect(claims.sub).toMatch(/^(mailto:|https:)/);
    expect(claims.exp * 1000).toBeGreaterThan(Date.now());
  });

  it("is one per conversation, however many messages; the next one replaces it on the screen", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    for (const text of ["one", "two", "three"]) await write(anna, bram, text);
    await push();
    expect(browser.got()).toHaveLength(1);
    expect(browser.read(browser.got()[0]!.body)).toMatchObject({ badge: 3, title: `First message from ${anna.name}` });
    await write(anna, bram, "four");
    await push();
    const [first, second] = browser.got();
    expect(browser.read(second!.body)).toMatchObject({ badge: 4, title: `New message from ${anna.name}` });
    expect(second!.headers.topic).toBe(first!.headers.topic);
    expect(await rows("push_outbox", bram)).toEqual([]);
  });

  it("is not postponed by continuous writing", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    for (let n = 0; n < 4; n++) {
      await write(anna, bram, `word ${n}`);
      await push(4);
    }
    expect(browser.got().length).toBeGreaterThan(0);
  });

  it("is not sent when the message was read meanwhile", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    const { conversation: id, message } = (await write(anna, bram)).body;
    await bram.call(ChatApi.seen, { body: { id, message: message.id } });
    await push();
    expect(browser.got()).toEqual([]);
    expect(await rows("push_outbox", bram)).toEqual([]);
  });

  it("is not sent across a block, either way", async () => {
    for (const blocker of [0, 1]) {
      const two = await people();
      const [anna, bram] = two;
      const browser = await browserOf(bram);
      await write(anna, bram);
      await two[blocker]!.call(BlockApi.block, { body: { id: two[1 - blocker]!.id } });
      await push();
      expect(browser.got()).toEqual([]);
    }
  });

  it("is not sent to or about a banned member", async () => {
    for (const banned of [0, 1]) {
      const two = await people();
      const [anna, bram] = two;
      const browser = await browserOf(bram);
      await write(anna, bram);
      await test.app.db.raw("update members set banned_at = $2, ban_reason = 'fraud' where id = $1", [
        two[banned]!.number,
        test.app.clock.iso(),
      ]);
      await push();
      expect(browser.got()).toEqual([]);
    }
  });

  it("respects the member's preferences, per kind", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    const choose = (kinds: object) => bram.call(NotificationsApi.change, { body: { kinds } as never });
    await choose({ new_conversations: { mail: true, push: false }, like: { mail: true, push: false } });
    await write(anna, bram);
    await anna.call(LikesApi.like, { body: { id: bram.id } });
    await push();
    expect(browser.got()).toEqual([]);
    await write(anna, bram, "and an answer");
    await push();
    expect(browser.got()).toHaveLength(1);
  });

  it("is sent for a like, and for a match to the absent member; not for what was seen meanwhile", async () => {
    const [anna, bram] = await people();
    const [hers, his] = [await browserOf(anna), await browserOf(bram)];
    await anna.call(LikesApi.like, { body: { id: bram.id } });
    await push();
    expect(his.read(his.got()[0]!.body)).toMatchObject({
      title: `${anna.name} likes you`,
      url: `/members/${anna.id}`,
      badge: 1,
    });
    await bram.call(LikesApi.like, { body: { id: anna.id } });
    await push();
    expect(hers.read(hers.got()[0]!.body)).toMatchObject({ title: `${bram.name} likes you too` });
    expect(his.got()).toHaveLength(1);
    const [carol, dirk] = await people();
    const seen = await browserOf(dirk);
    await carol.call(LikesApi.like, { body: { id: dirk.id } });
    await dirk.call(MemberApi.read, { query: { id: carol.id } });
    await push();
    expect(seen.got()).toEqual([]);
  });

  it("names a fictional sender as one", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    await write(bram, anna); // one never starts a conversation
    await test.app.db.raw("update members set fictional = true where id = $1", [anna.number]);
    await write(anna, bram);
    await push();
    expect(browser.read(browser.got()[0]!.body).title).toBe(`New message from ${anna.name} (fictional profile)`);
  });

  it("is sent for a new member who matches a saved search", async () => {
    const [anna] = await people();
    const browser = await browserOf(anna);
    await anna.call(SavedSearchApi.save, { body: { query: "gender=man&country=PL", alert: true } });
    await join(test, `piotr${count}`, { form: { gender: "man", looking_for: ["woman"], country: "PL" } });
    await test.app.clock.advance(86_401);
    await test.app.jobs.run("saved-searches");
    await push();
    expect(browser.read(browser.got()[0]!.body)).toMatchObject({
      title: "1 new member matches your search",
      url: "/members?country=PL&gender=man",
    });
  });

  it("reminds of messages unread for a day, where that is wanted, and not of what was read meanwhile", async () => {
    const [anna, bram] = await people();
    const [, carl] = await people();
    const [, dirk] = await people();
    const receivers = [bram, carl, dirk];
    const browsers = await Promise.all(receivers.map(browserOf));
    const wants = (who: Person, push: boolean) =>
      who.call(NotificationsApi.change, { body: { kinds: { unread_message_reminders: { mail: false, push } } } });
    await Promise.all([wants(bram, true), wants(carl, false), wants(dirk, true)]);
    const [, , read] = await Promise.all(receivers.map(async (who) => (await write(anna, who)).body));
    await push();
    service.pushed.length = 0;
    await test.app.clock.advance(86_400);
    await test.app.jobs.run("unread-reminders");
    await dirk.call(ChatApi.seen, { body: { id: read!.conversation!, message: read!.message.id } });
    await push();
    const got = browsers.map((browser) => browser.got().map(({ body }) => browser.read(body)));
    const reminder = expect.objectContaining({ title: "A message is waiting for you", url: "/chats", badge: 1 });
    expect(got).toEqual([[reminder], [], []]);
  });
});

describe("a push service that rejects", () => {
  it.each([404, 410])("%i ends the subscription", async (status) => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    service.answers(status);
    await write(anna, bram);
    await push();
    expect(browser.got()).toHaveLength(1);
    expect(await rows("push_subscriptions", bram)).toEqual([]);
    expect(await rows("push_outbox", bram)).toEqual([]);
  });

  it.each([429, 503])("%i is retried after the requested pause", async (status) => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    service.answers(status, { "retry-after": "300" });
    await write(anna, bram);
    await push();
    await push(200);
    await write(anna, bram, "again");
    await push(20);
    expect(browser.got()).toHaveLength(1);
    service.answers(201);
    await push(120);
    expect(browser.got()).toHaveLength(2);
    expect(await rows("push_outbox", bram)).toEqual([]);
  });

  it("gives a notice up after a day", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    service.answers(500);
    await write(anna, bram);
    for (let n = 0; n < 30; n++) await push(3_700);
    expect(browser.got().length).toBeGreaterThan(20);
    expect(await rows("push_outbox", bram)).toEqual([]);
    expect(await rows("push_subscriptions", bram)).toHaveLength(1);
  });

  it("refusals drop the notice, the fifth in a row the subscription; a redirect is one and is not followed", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    for (const status of [400, 403, 302, 413, 400]) {
      expect(await rows("push_subscriptions", bram)).toHaveLength(1);
      service.answers(status, { location: `http://${service.host}/inside` });
      await write(anna, bram);
      await push();
    }
    expect(browser.got()).toHaveLength(5);
    expect(service.pushed).toHaveLength(5);
    expect(await rows("push_subscriptions", bram)).toEqual([]);
  });
});

describe("subscriptions", () => {
  // spec: 7.push
  it("end with the session of their browser: at its logout, and when ended from another one", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    const other = test.client();
    await other.call(UserApi.login, { body: { email: bram.email, password: PASSWORD } });
    const second = await browserOf(other);
    await bram.call(UserApi.logout);
    expect(await rows("push_subscriptions", bram)).toHaveLength(1);
    await write(anna, bram);
    await push();
    expect([browser.got().length, second.got().length]).toEqual([0, 1]);
    const remove = await other.call(UserApi.unpush, {
      query: { push: "1" },
      body: { endpoint: second.subscription.endpoint },
    });
    expect(remove.status).toBe(200);
    expect(await rows("push_subscriptions", bram)).toEqual([]);
  });

  it("are invalid once their session has expired, even before the sweep", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    await write(anna, bram);
    await test.app.db.raw("update sessions set expires_at = $2 where member_id = $1", [
      bram.number,
      test.app.clock.iso(),
    ]);
    await push();
    expect(browser.got()).toEqual([]);
    expect(await rows("push_subscriptions", bram)).toEqual([]);
  });

  it("belong to the member logged in at the browser: the previous one gets no more pushes there", async () => {
    const [anna, bram] = await people();
    const [, carl] = await people();
    const browser = await browserOf(bram);
    await write(anna, bram);
    expect((await subscribe(carl, browser.subscription)).status).toBe(200);
    await push();
    expect(browser.got()).toEqual([]);
    expect(await rows("push_subscriptions", bram)).toEqual([]);
    expect(await rows("push_subscriptions", carl)).toHaveLength(1);
  });

  it("are ten at most; the oldest is replaced", async () => {
    const [anna, bram] = await people();
    const browsers = [];
    for (let n = 0; n < 11; n++) {
      browsers.push(await browserOf(bram));
      await test.app.clock.advance(1);
    }
    await write(anna, bram);
    await push();
    expect(browsers.map((browser) => browser.got().length)).toEqual([0, ...Array(10).fill(1)]);
  });

  it("can be removed by their own member alone", async () => {
    const [anna, bram] = await people();
    const browser = await browserOf(bram);
    await anna.call(UserApi.unpush, { query: { push: "1" }, body: { endpoint: browser.subscription.endpoint } });
    expect(await rows("push_subscriptions", bram)).toHaveLength(1);
  });

  it("need keys that can be encrypted to", async () => {
    const [anna] = await people();
    const { subscription } = openBrowser(service.host);
    for (const keys of [
      { ...subscription.keys, p256dh: "B".repeat(87) },
      { ...subscription.keys, p256dh: subscription.keys.p256dh.slice(0, 60) },
      { ...subscription.keys, auth: "A".repeat(30) },
    ])
      expect((await subscribe(anna, { ...subscription, keys })).status).toBe(400);
  });
});

describe("a member without a push subscription", () => {
  it("gets no rows, and the message is delivered as usual", async () => {
    const [anna, bram] = await people();
    await write(anna, bram);
    await write(anna, bram, "again");
    expect(await rows("push_outbox", bram)).toEqual([]);
    expect((await bram.call(ChatsApi.list)).body.unread_total).toBe(2);
  });
});

// The embedded database is one process's own.
describe.runIf(isReal)("another process", () => {
  it("is updated immediately for a subscription in the same process", async () => {
    const second = await test.second();
    const [anna, bram] = await people();
    const there = createClient(second.url, "10.99.0.1");
    await there.call(UserApi.login, { body: { email: anna.email, password: PASSWORD } });
    const writeThere = (message: string) =>
      there.call(ChatApi.send, { body: { client_id: randomUUID(), profile: bram.id, message } });
    expect((await writeThere("before")).status).toBe(201); // from here on it caches who has a subscription, for hours
    const browser = await browserOf(bram);
    const noticed = async () => {
      expect((await writeThere(randomUUID())).status).toBe(201);
      await push();
      return browser.got().length;
    };
    await expect.poll(noticed, { timeout: 5_000 }).toBe(1);
  });
});
