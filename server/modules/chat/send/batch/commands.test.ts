import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import type { Id } from "@serenade/contract/ids";
import { BlockApi } from "@serenade/contract/members";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { write } from "../../../../kernel/db/statement.ts";
import { type TestApp, testApp } from "../../../../test/app.ts";
import { anotherName, join, type Person } from "../../../../test/cast.ts";
import { moveCredits } from "../../../credits/commands.ts";
import { proveLedger } from "../../../credits/queries.ts";
import { sendInBatch } from "./commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const lockWallet = write<{ site: number; member: number }>(
  "select balance from wallets where site_id = $site and member_id = $member for update",
);

interface Talk {
  writer: Person;
  conversation: Id<"conversation">;
}

/** So many premium members, each in a conversation of their own with the same one. */
async function talksWith(name: string, count: number): Promise<{ reader: Person; talks: Talk[] }> {
  const reader = await join(test, name, { premium: true });
  const names = Array.from({ length: count }, (_, n) => `${name}writer${n}`);
  const writers = await Promise.all(names.map((writer) => join(test, writer, { credits: 20, premium: true })));
  const talks: Talk[] = [];
  for (const writer of writers) {
    const body = { client_id: randomUUID(), profile: reader.id, message: `hello from ${writer.name}` };
    const conversation = (await writer.call(ChatApi.send, { body })).body.conversation;
    talks.push({ writer, conversation });
  }
  return { reader, talks };
}

const say = ({ writer, conversation }: Talk, message: string, client_id = randomUUID()) =>
  writer.call(ChatApi.send, { body: { client_id, id: conversation, message } });

const credits = async (person: Person) => (await person.call(UserApi.current)).body.user!.credits;

const versionOf = async (person: Person) => (await person.call(ChatsApi.list)).body.version;

/** Sets the member's credits to 0. */
async function takeCredits(person: Person): Promise<void> {
  const amount = -(await credits(person));
  await test.app.db.transaction((tx) =>
    moveCredits(tx, { site: 1, member: person.number, amount, kind: "bonus", idem: "taken", at: test.app.clock.iso() }),
  );
}

/** Their rows, and how many transactions have written them. */
async function transactionsOf(word: string): Promise<{ messages: number; transactions: number }> {
  const { rows } = await test.app.db.raw(
    "select count(*)::int as messages, count(distinct xmin::text)::int as transactions from messages where body like $1",
    [`${word}%`],
  );
  return (rows as { messages: number; transactions: number }[])[0]!;
}

describe("texts that come at the same time", () => {
  it("leave in few transactions, and each arrives, counts and costs once", async () => {
    const { reader, talks } = await talksWith("rosa", 24);
    const before = (await reader.call(ChatsApi.list)).body;
    const versions = await Promise.all(talks.map(({ writer }) => versionOf(writer)));
    const answers = await Promise.all(talks.map((talk, n) => say(talk, `together ${n}`)));
    expect(answers.map((answer) => answer.status)).toEqual(talks.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body.message.id)).size).toBe(24);
    const { messages, transactions } = await transactionsOf("together");
    expect(messages).toBe(24);
    expect(transactions).toBeLessThan(12);
    const inbox = (await reader.call(ChatsApi.list)).body;
    expect([inbox.unread_total - before.unread_total, inbox.version - before.version]).toEqual([24, 24]);
    for (const chat of inbox.chats) expect(chat).toMatchObject({ num_unread_messages: 2 });
    for (const { body } of answers) expect(body.credits).toBe(20); // 22 of joining, less two messages
    expect(await Promise.all(talks.map(({ writer }) => credits(writer)))).toEqual(talks.map(() => 20));
    // A debit is a new version for the writer, so that an open tab that missed it reads again.
    expect(await Promise.all(talks.map(({ writer }) => versionOf(writer)))).toEqual(versions.map((one) => one + 1));
    expect(Object.values(await proveLedger(test.app.db))).toEqual([0, 0, 0, 0, 0]);
  });

  it("both ways between the same two, and from one to many, are all counted", async () => {
    const { reader, talks } = await talksWith("sven", 6);
    const back = talks.map(({ conversation }) => ({ writer: reader, conversation }));
    const all = [...talks, ...back, ...talks, ...back];
    const own = await credits(reader);
    const sent = await Promise.all(all.map((talk, n) => say(talk, `both ways ${n}`)));
    const paid = sent.filter((answer) => answer.status === 201).length;
    expect(paid).toBe(12 + Math.min(own, 12));
    expect(await credits(reader)).toBe(own - Math.min(own, 12));
    for (const { conversation } of talks) {
      const { messages } = (await reader.call(ChatApi.read, { query: { id: conversation } })).body;
      const { rows } = await test.app.db.raw("select body from messages where conversation_id = $1 order by id", [
        test.app.ids.decode("conversation", conversation),
      ]);
      expect(messages.map(({ body }) => body)).toEqual((rows as { body: string }[]).map(({ body }) => body));
    }
    expect(Object.values(await proveLedger(test.app.db))).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("among others, a text that cannot be sent", () => {
  let reader: Person;
  let talks: Talk[];
  beforeEach(async () => {
    ({ reader, talks } = await talksWith(anotherName("tove"), 5));
  });

  it("is refused individually, and the others are delivered", async () => {
    const [fine, blocked, poor, again, foreign] = talks as [Talk, Talk, Talk, Talk, Talk];
    await reader.call(BlockApi.block, { body: { id: blocked.writer.id } });
    await takeCredits(poor.writer);
    const key = randomUUID();
    const first = await say(again, "said before", key);
    const answers = await Promise.all([
      say(fine, "arrives"),
      say(blocked, "never arrives"),
      say(poor, "never arrives"),
      say(again, "said before", key),
      say({ ...foreign, conversation: fine.conversation }, "never arrives"),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [201, undefined],
      [403, "blocked"],
      [402, "not_enough_credits"],
      [201, undefined],
      [404, "not_found"],
    ]);
    expect(answers[3]!.body.message).toEqual(first.body.message);
    expect(await transactionsOf("never arrives")).toMatchObject({ messages: 0 });
  });

  it("that breaks the statement sends the others of it on their own ways", async () => {
    const [fine, other] = talks as [Talk, Talk];
    const text = ({ writer, conversation }: Talk, clientId: string) => {
      const id = test.app.ids.decode("conversation", conversation)!;
      return { conversation: id, sender: writer.number, clientId, cost: 1, text: "arrives or not" };
    };
    const key = randomUUID();
    const together = [text(fine, key), text(other, "no UUID")].map((one) => sendInBatch(test.app, 1, one));
    expect(await Promise.all(together)).toEqual([null, null]);
    expect((await say(fine, "arrives or not", key)).status).toBe(201);
    expect(await transactionsOf("arrives or not")).toMatchObject({ messages: 1 });
  });

  it("for a locked conversation waits outside the batch", async () => {
    const [waiting, ...free] = talks as [Talk, ...Talk[]];
    let later: ReturnType<typeof say> | undefined;
    await test.app.db.transaction(async (tx) => {
      // The embedded database runs one transaction at a time: everything waits for this one there, and arrives after
      // it.
      await tx.one(lockWallet, { site: 1, member: waiting.writer.number });
      later = say(waiting, "arrives later");
      const others = Promise.all(free.map((talk) => say(talk, "arrives at once")));
      if (test.app.db.engine === "postgres")
        expect((await others).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    });
    expect((await later!).status).toBe(201);
  });
});
