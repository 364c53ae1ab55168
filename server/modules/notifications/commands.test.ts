/** Optional mails, and the counters and versions that pages and streams compare (product.md 8, §4 Periodic refresh). */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import { LikesApi } from "@serenade/contract/likes";
import type { Country, Locale } from "@serenade/contract/locales";
import { BlockApi } from "@serenade/contract/members";
import { type NotificationKind, NotificationsApi, type Switches } from "@serenade/contract/notifications";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { write as statement } from "../../kernel/db/statement.ts";
import type { LiveMessage } from "../../kernel/live.ts";
import { type TestApp, testApp } from "../../test/app.ts";
import { anotherName, join, type Person } from "../../test/cast.ts";
import { bumpVersion, createState, eraseState, recountNeighbours } from "./commands.ts";
import { exportState, getState, wantsMail } from "./queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const DAY = 86_400;
const person = (name: string, country: Country = "NL") =>
  join(test, anotherName(name), { premium: true, credits: 20, form: { country } });
const write = async (from: Person, to: Person, message = "good evening") => {
  const body = { client_id: randomUUID(), profile: to.id, message };
  return (await from.call(ChatApi.send, { body })).body.conversation;
};
const like = (from: Person, to: Person) => from.call(LikesApi.like, { body: { id: to.id } });
const choose = (who: Person, kind: NotificationKind, switches: Switches) =>
  who.call(NotificationsApi.change, { body: { kinds: { [kind]: switches } } });
const state = (who: Person) => getState(test.app.db, 1, who.number);
const counters = async (who: Person) => {
  const { unread, new_likes } = await state(who);
  return { unread, new_likes };
};
const within = (work: (tx: Parameters<typeof bumpVersion>[1]) => Promise<void>) => test.app.db.transaction(work);
/** Counts again what is counted, as every change of a chat or a like does. */
const recount = (who: Person) =>
  within(async (tx) => {
    await bumpVersion(test.app, tx, 1, who.number, "chats");
    await bumpVersion(test.app, tx, 1, who.number, "like");
  });
/** The events that open tabs are sent meanwhile. */
async function eventsOf(work: () => Promise<unknown>): Promise<LiveMessage[]> {
  const events: LiveMessage[] = [];
  const stop = test.app.bus.subscribe("live", (message: LiveMessage) => events.push(message));
  await work();
  await expect.poll(() => events.length, { timeout: 5_000 }).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop();
  return events;
}

const setLeaving = statement<{ id: number; leavingAt: string | null }>(
  "update members set leaving_at = $leavingAt where id = $id",
);
/** Hides a member from all others, or shows them again, as a deletion request does. */
const hide = (who: Person, hidden: boolean) =>
  within(async (tx) => {
    await tx.one(setLeaving, { id: who.number, leavingAt: hidden ? test.app.clock.iso() : null });
    await recountNeighbours(test.app, tx, 1, who.number);
  });

/** The subjects of the mails of a kind that were sent to a member so far. */
async function mailsTo(who: Person, kind: string): Promise<string[]> {
  const { rows } = await test.app.db.raw(
    "select subject from mail_outbox where member_id = $1 and kind = $2 and sent_at is not null order by id",
    [who.number, kind],
  );
  return (rows as { subject: string }[]).map(({ subject }) => subject);
}

describe("a mail that requires consent", () => {
  it("is sent where consent is not required or was given, not after an opt-out; in the member's language", async () => {
    const away = async (country: Country, locale: Locale, chosen?: Switches) => {
      const who = await person("away", country);
      await who.call(UserApi.language, { body: { language: locale } });
      if (chosen) await choose(who, "unread_message_reminders", chosen);
      return who;
    };
    const yes = { mail: true, push: false };
    const no = { mail: false, push: true };
    const readers = {
      "NL, not asked": await away("NL", "nl"),
      "GB, not asked": await away("GB", "en"),
      "CH, not asked": await away("CH", "de"),
      "NO, not asked": await away("NO", "nb"),
      "US, not asked": await away("US", "en"),
      "CA, not asked": await away("CA", "en"),
      "NL, yes": await away("NL", "nl", yes),
      "US, no": await away("US", "en", no),
    };
    const writer = await person("writer");
    for (const reader of Object.values(readers)) await write(writer, reader);
    await test.app.clock.advance(DAY + 60);
    await test.app.jobs.run("unread-reminders");
    await test.app.drain();
    const sent = await Promise.all(
      Object.entries(readers).map(async ([name, who]) => [name, await mailsTo(who, "unread_messages")]),
    );
    expect(Object.fromEntries(sent)).toEqual({
      "NL, not asked": [],
      "GB, not asked": [],
      "CH, not asked": [],
      "NO, not asked": [],
      "US, not asked": ["You have unread messages"],
      "CA, not asked": ["You have unread messages"],
      "NL, yes": ["Je hebt ongelezen berichten"],
      "US, no": [],
    });
  });
});

describe("a mail about a first message", () => {
  it("is sent in every country until it is switched off, whatever else is switched", async () => {
    const [dutch, american, deaf, other] = [
      await person("dutch", "NL"),
      await person("american", "US"),
      await person("deaf"),
      await person("other"),
    ];
    await choose(deaf, "new_conversations", { mail: false, push: true });
    await choose(other, "new_messages", { mail: false, push: false });
    await choose(other, "new_conversations", { mail: true, push: false });
    await test.app.clock.advance(600); // all members are offline now
    const writer = await person("writer");
    for (const reader of [dutch, american, deaf, other]) await write(writer, reader);
    await test.app.drain();
    const mails = [dutch, american, deaf, other].map((who) => mailsTo(who, "new_conversation"));
    expect((await Promise.all(mails)).map(({ length }) => length)).toEqual([1, 1, 0, 1]);
    const wants = (who: Person, kind: NotificationKind) =>
      wantsMail(test.app.db, { site: 1, member: who.number, country: "NL" }, kind);
    expect([await wants(other, "new_messages"), await wants(deaf, "new_messages")]).toEqual([false, true]);
  });
});

describe("a choice", () => {
  it("is stored with its time, the last one of each kind, per member", async () => {
    const [anna, bram] = [await person("anna"), await person("bram")];
    await choose(anna, "news", { mail: true, push: true });
    await choose(bram, "news", { mail: false, push: false });
    await test.app.clock.advance(60);
    const before = test.app.clock.iso();
    const kinds = { news: { mail: false, push: true }, reminders: { mail: true, push: false } };
    await anna.call(NotificationsApi.change, { body: { kinds } });
    const { rows } = await test.app.db.raw(
      "select kind, mail, push, chosen_at >= $2 as new from notification_choices where member_id = $1 order by kind",
      [anna.number, before],
    );
    expect(rows).toEqual([
      { kind: "news", mail: false, push: true, new: true },
      { kind: "reminders", mail: true, push: false, new: true },
    ]);
    const copied = await exportState(test.app.db, 1, anna.number);
    expect(copied.notification_choices).toMatchObject([{ kind: "news" }, { kind: "reminders" }]);
    expect(copied.member_state).toMatchObject([{ member_id: anna.number }]);
    await within((tx) => eraseState(tx, 1, anna.number));
    expect(await exportState(test.app.db, 1, anna.number)).toEqual({ member_state: [], notification_choices: [] });
    const left = await exportState(test.app.db, 1, bram.number);
    expect([left.member_state.length, left.notification_choices.length]).toEqual([1, 1]);
  });
});

describe("counters", () => {
  it("are 0 for an unknown member, and are created once", async () => {
    const carol = await person("carol");
    await write(await person("writer"), carol);
    const before = await state(carol);
    await within((tx) => createState(tx, 1, carol.number));
    expect(await state(carol)).toEqual(before);
    expect(await getState(test.app.db, 1, 1)).toEqual({ version: 0, unread: 0, new_likes: 0 });
  });

  it("of likes count unseen ones, from visible members, and not across a block", async () => {
    const dirk = await person("dirk");
    const [plain, seen, hidden, blocking, blocked] = await Promise.all(
      ["plain", "seen", "hidden", "blocking", "blocked"].map((name) => person(name)),
    );
    for (const from of [plain, seen, hidden, blocking, blocked]) await like(from!, dirk);
    expect(await counters(dirk)).toEqual({ unread: 0, new_likes: 5 });
    await test.app.db.raw("update likes set seen_at = now() where liker_id = $1", [seen!.number]);
    await hide(hidden!, true);
    await blocking!.call(BlockApi.block, { body: { id: dirk.id } });
    await dirk.call(BlockApi.block, { body: { id: blocked!.id } });
    await recount(dirk);
    expect(await counters(dirk)).toEqual({ unread: 0, new_likes: 1 });
    await recount(plain!);
    expect(await counters(plain!)).toEqual({ unread: 0, new_likes: 0 });
    await hide(hidden!, false);
    expect(await counters(dirk)).toEqual({ unread: 0, new_likes: 2 });
  });

  /** The member with the lower id is side a of a conversation, so each test has to be on both sides. */
  it.each(["older", "newer"])("of messages count each conversation that is shown: for the %s of two", async (side) => {
    const names = ["plain", "hidden", "blocking", "blocked", "removed"];
    const early = side === "older" ? await person("elin") : null;
    const writers = [];
    for (const name of names) writers.push(await person(name));
    const reader = early ?? (await person("elin"));
    const [plain, hidden, blocking, blocked, removed] = writers as [Person, Person, Person, Person, Person];
    for (const from of writers) await write(from, reader);
    await write(plain, reader, "and another one");
    expect((await counters(reader)).unread).toBe(6);
    await recount(reader);
    expect((await counters(reader)).unread).toBe(6);
    await hide(hidden, true);
    expect((await counters(reader)).unread).toBe(5);
    await blocking.call(BlockApi.block, { body: { id: reader.id } });
    await reader.call(BlockApi.block, { body: { id: blocked.id } });
    const id = await write(reader, removed, "an answer");
    await write(removed, reader, "one more");
    await reader.call(ChatApi.remove, { body: { id } });
    // a stale count: removed conversations do not count, whatever its value
    await test.app.db.raw("update conversations set unread_a = 3, unread_b = 3 where id = $1", [
      test.app.ids.decode("conversation", id),
    ]);
    await recount(reader);
    expect((await counters(reader)).unread).toBe(2);
    await recount(plain);
    expect((await counters(plain)).unread).toBe(0);
  });

  it("of likes are right when many come, and many are hidden, at the same moment", async () => {
    const reader = await person("liked");
    const fans = await Promise.all(Array.from({ length: 8 }, () => person("fan")));
    await Promise.all(fans.map((fan) => like(fan, reader)));
    expect((await counters(reader)).new_likes).toBe(8);
    await Promise.all(fans.slice(0, 6).map((fan) => hide(fan, true)));
    expect((await counters(reader)).new_likes).toBe(2);
  });

  it("and versions of other members do not change with a message", async () => {
    const [fred, gina, hugo] = [await person("fred"), await person("gina"), await person("hugo")];
    const before = { fred: await state(fred), gina: await state(gina), hugo: await state(hugo) };
    const events = await eventsOf(() => write(fred, gina, "one"));
    const published = events.find(({ member, event }) => member === gina.number && event.type === "message");
    expect(published!.event.version).toBe((await state(gina)).version);
    for (const text of ["two", "three"]) await write(fred, gina, text);
    expect(await state(gina)).toEqual({ version: before.gina.version + 3, unread: 3, new_likes: 0 });
    expect((await state(fred)).version).toBe(before.fred.version + 3); // each debit moves it
    expect(await state(hugo)).toEqual(before.hugo);
  });
});

describe("a change", () => {
  it.each(["like", "match", "credits", "chats", "photo"] as const)(
    "of %s moves the version by one and tells the open tabs the new one",
    async (what) => {
      const [iris, jan] = [await person("iris"), await person("jan")];
      await write(jan, iris);
      await like(jan, iris);
      const [before, other] = [await state(iris), await state(jan)];
      // wrong counters: only the counter that a change concerns is recounted
      await test.app.db.raw("update member_state set unread = 7, new_likes = 8 where member_id = $1", [iris.number]);
      const events = await eventsOf(() => within((tx) => bumpVersion(test.app, tx, 1, iris.number, what)));
      const after = await state(iris);
      expect(events).toEqual([{ site: 1, member: iris.number, event: { type: what, version: after.version } }]);
      expect(after).toEqual({
        version: before.version + 1,
        unread: what === "chats" ? 1 : 7,
        new_likes: what === "like" || what === "match" ? 1 : 8,
      });
      expect(await state(jan)).toEqual(other);
    },
  );

  it("that is rolled back publishes nothing, and one of an unknown member changes nothing", async () => {
    const kate = await person("kate");
    const before = await state(kate);
    const events = await eventsOf(async () => {
      const broken = within(async (tx) => {
        await bumpVersion(test.app, tx, 1, kate.number, "like");
        throw new Error("back");
      });
      await expect(broken).rejects.toThrow("back");
      await within((tx) => bumpVersion(test.app, tx, 1, 1, "like"));
      await within((tx) => bumpVersion(test.app, tx, 1, kate.number, "photo"));
    });
    expect(events.map(({ member, event }) => [member, event.type])).toEqual([[kate.number, "photo"]]);
    expect((await state(kate)).version).toBe(before.version + 1);
  });

  it("of visibility recounts for all members with a like or a conversation, and no others", async () => {
    const early = { writer: await person("early"), reader: await person("early") };
    const leo = await person("leo");
    const late = { writer: await person("late"), reader: await person("late") };
    const [liking, liked, stranger] = [await person("liking"), await person("liked"), await person("stranger")];
    for (const { writer, reader } of [early, late]) {
      await write(writer, leo);
      await write(leo, reader);
    }
    await like(liking, leo);
    await like(leo, liked);
    await write(liking, liked);
    const around = [early.writer, early.reader, late.writer, late.reader, liking, liked];
    const before = await Promise.all([...around, stranger].map(state));
    const events = await eventsOf(() => hide(leo, true));
    const after = await Promise.all([...around, stranger].map(state));
    expect(after.map(({ version }, n) => version - before[n]!.version)).toEqual([1, 1, 1, 1, 1, 1, 0]);
    expect(after.map(({ unread }) => unread)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(after.map(({ new_likes }) => new_likes)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const published = around.flatMap(({ number }, n) =>
      ["chats", "like"].map((type) => ({ site: 1, member: number, event: { type, version: after[n]!.version } })),
    );
    const order = (list: unknown[]) => list.map((one) => JSON.stringify(one)).sort();
    expect(order(events.filter(({ member }) => member !== leo.number))).toEqual(order(published));
    await hide(leo, false);
    const again = await Promise.all(around.map(counters));
    expect(again).toEqual([
      { unread: 0, new_likes: 0 },
      { unread: 1, new_likes: 0 },
      { unread: 0, new_likes: 0 },
      { unread: 1, new_likes: 0 },
      { unread: 0, new_likes: 0 },
      { unread: 1, new_likes: 1 },
    ]);
  });
});
