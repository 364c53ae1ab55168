/** Unread for a day: reminded by mail once, where that is wanted (product.md 8). */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import { BlockApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, PASSWORD, type Person } from "../../../test/cast.ts";
import { stopMails } from "../../mail/suppressions/commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const DAY = 86_400;
const write = (from: Person, to: Person, message = "hello") =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });
const wants = (who: Person) =>
  who.call(NotificationsApi.change, {
    body: { kinds: { unread_message_reminders: { mail: true, push: false } } } as never,
  });

/** Reminders that a member was sent so far, after the job has run. */
async function reminders(who: Person) {
  await test.app.jobs.run("unread-reminders");
  await test.app.drain();
  const { rows } = await test.app.db.raw(
    "select subject, body_text from mail_outbox where member_id = $1 and kind = 'unread_messages' and sent_at is not null order by id",
    [who.number],
  );
  return rows as { subject: string; body_text: string }[];
}

/** Logs in again: from now on they have been here. */
const logInAgain = (who: Person) => who.call(UserApi.login, { body: { email: who.email, password: PASSWORD } });

describe("the reminder of unread messages", () => {
  it("is sent after a day, once, and again only after the member was online", async () => {
    const [anna, bram] = await Promise.all([join(test, "anna", { credits: 9 }), join(test, "bram")]);
    await wants(bram);
    const first = await write(anna, bram, "a secret text");
    await test.app.clock.advance(DAY - 600);
    expect(await reminders(bram)).toEqual([]);
    await test.app.clock.advance(1200);
    const sent = await reminders(bram);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body_text).toContain("/chats?lang=en");
    expect(sent[0]!.body_text).not.toContain("a secret text");
    // the same streak: more messages, more days, no more mails
    await write(anna, bram, "another one");
    await test.app.clock.advance(2 * DAY);
    expect(await reminders(bram)).toHaveLength(1);
    await logInAgain(bram);
    await test.app.clock.advance(2 * DAY);
    expect(await reminders(bram)).toHaveLength(1); // was online since and did not read it
    await anna.call(ChatApi.send, {
      body: { client_id: randomUUID(), id: first.body.conversation, message: "one more" },
    });
    await test.app.clock.advance(DAY + 60);
    expect(await reminders(bram)).toHaveLength(2);
  });

  it("does not come unasked, after it was stopped, for what was read, or across a block", async () => {
    const [carol, unasked, stopped, reader, blocker] = (await Promise.all(
      ["carol", "unasked", "stopped", "reader", "blocker"].map((name) =>
        join(test, name, { premium: true, credits: 20 }),
      ),
    )) as [Person, Person, Person, Person, Person];
    for (const one of [stopped, reader, blocker]) await wants(one);
    await stopMails(test.app, { site: 1, member: stopped.number }, "listunsubscribe");
    for (const one of [unasked, stopped, blocker]) await write(carol, one);
    const { conversation: id, message } = (await write(carol, reader)).body;
    await reader.call(ChatApi.seen, { body: { id, message: message.id } });
    await blocker.call(BlockApi.block, { body: { id: carol.id } });
    await test.app.clock.advance(DAY + 60);
    for (const one of [unasked, stopped, reader, blocker]) expect(await reminders(one)).toEqual([]);
  });

  it("is not sent for messages older than a week", async () => {
    const [dirk, elin] = await Promise.all([join(test, "dirk"), join(test, "elin")]);
    await wants(elin);
    await write(dirk, elin);
    await test.app.clock.advance(8 * DAY);
    expect(await reminders(elin)).toEqual([]);
  });
});

/** Mails about new messages so far, after the job has run. */
async function newMessageMails(who: Person) {
  await test.app.jobs.run("new-message-mails");
  await test.app.drain();
  const { rows } = await test.app.db.raw(
    "select body_text from mail_outbox where member_id = $1 and kind = 'new_messages' and sent_at is not null order by id",
    [who.number],
  );
  return rows as { body_text: string }[];
}
const QUARTER = 15 * 60;

describe("the mail about new messages", () => {
  const answer = (who: Person, id: string) =>
    who.call(ChatApi.send, { body: { client_id: randomUUID(), id: id as never, message: "and you?" } });

  it("comes a quarter of an hour later, once until the next visit, for conversations under way", async () => {
    const [fay, gus] = await Promise.all([
      join(test, "fay", { credits: 9 }),
      join(test, "gus", { credits: 9, form: { gender: "man", looking_for: ["woman"] } }),
    ]);
    const id = (await write(fay, gus)).body.conversation!;
    await test.app.clock.advance(QUARTER + 60);
    expect(await newMessageMails(gus)).toEqual([]); // a first message has a mail of its own
    await answer(gus, id);
    await answer(fay, id);
    await test.app.clock.advance(QUARTER - 60);
    expect(await newMessageMails(gus)).toEqual([]);
    await test.app.clock.advance(120);
    const [mail, ...more] = await newMessageMails(gus);
    expect(mail!.body_text).toContain("/chats?lang=en");
    expect(more).toEqual([]);
    await answer(fay, id);
    await test.app.clock.advance(2 * QUARTER);
    expect(await newMessageMails(gus)).toHaveLength(1);
    await logInAgain(gus);
    await answer(fay, id);
    await test.app.clock.advance(QUARTER + 60);
    expect(await newMessageMails(gus)).toHaveLength(2);
  });

  it("does not come where its switch is off", async () => {
    const [hal, ina] = await Promise.all([
      join(test, "hal", { credits: 9, form: { gender: "man", looking_for: ["woman"] } }),
      join(test, "ina", { credits: 9 }),
    ]);
    await ina.call(NotificationsApi.change, { body: { kinds: { new_messages: { mail: false, push: true } } } });
    const id = (await write(hal, ina)).body.conversation!;
    await answer(ina, id);
    await answer(hal, id);
    await test.app.clock.advance(QUARTER + 60);
    expect(await newMessageMails(ina)).toEqual([]);
  });
});
