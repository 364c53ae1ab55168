/** Limits of first messages: how many a day, how many alike, and to fictional profiles (product.md 6 and 11). */
import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi, FictionalApi } from "@serenade/contract/chat";
import { ReportApi } from "@serenade/contract/moderation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { proveLedger } from "../../credits/queries.ts";
import { upholdReport } from "../../moderation/commands.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const write = (from: Person, to: Person, message: string) =>
  from.call(ChatApi.send, { body: { client_id: randomUUID(), profile: to.id, message } });
const credits = async (person: Person) => (await person.call(UserApi.current)).body.user!.credits;
const crowd = (name: string, size: number) =>
  Promise.all(Array.from({ length: size }, (_, n) => join(test, `${name}${n}`)));
const raw = (sql: string, params: unknown[] = []) => test.app.db.raw(sql, params);
const makeFictional = (person: Person) => raw("update members set fictional = true where id = $1", [person.number]);

describe("conversations a day", () => {
  it("are ten, also for twelve concurrent ones; the eleventh returns when to retry, and is free", async () => {
    const [anna, people] = await Promise.all([join(test, "anna", { premium: true, credits: 40 }), crowd("reader", 12)]);
    const answers = await Promise.all(people.map((person, n) => write(anna, person, `hello number ${n}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const [refused] = answers.filter(({ status }) => status === 403);
    expect(refused!.body).toMatchObject({ error: "daily_conversations", limit: 10, hours: 24 });
    expect(refused!.body.message).toContain("24 hours");
    expect(await credits(anna)).toBe(32);
    expect((await anna.call(ChatsApi.list)).body.chats).toHaveLength(10);
    const left = people[answers.findIndex(({ status }) => status === 403)]!;
    // members already written to can always be written to again
    const known = answers.find(({ status }) => status === 201)!.body.conversation;
    const again = await anna.call(ChatApi.send, { body: { client_id: randomUUID(), id: known, message: "and again" } });
    expect(again.status).toBe(201);
    await test.app.clock.advance(86_400 + 5);
    expect((await write(anna, left, "a day later")).status).toBe(201);
  });

  it("are as many with members who joined before as with those who joined after", async () => {
    const [first, second, third] = await crowd("elder", 3);
    const uli = await join(test, "ulrike", { credits: 10 });
    const answers = [];
    for (const person of [first!, second!, third!]) answers.push(await write(uli, person, "hello"));
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [201, undefined],
      [201, undefined],
      [403, "premium_only"],
    ]);
  });

  it("are half as many after a report that staff found right", async () => {
    const [bram, people] = await Promise.all([join(test, "bram", { premium: true, credits: 40 }), crowd("lady", 7)]);
    await people[0]!.call(ReportApi.report, { body: { id: bram.id, reason: "scam" } });
    const { rows } = await raw("select id from reports where reported_id = $1", [bram.number]);
    await upholdReport(test.app, 1, Number((rows[0] as { id: number }).id));
    const answers = [];
    for (const person of people) answers.push(await write(bram, person, "hello"));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 403, 403]);
    expect(answers[5]!.body).toMatchObject({ error: "daily_conversations", limit: 5 });
    // the case is closed: the same person may report again
    const { rows: open } = await raw("select 1 from reports where reported_id = $1 and closed_at is null", [
      bram.number,
    ]);
    expect(open).toEqual([]);
  });
});

describe("the same first message", () => {
  const TEXT = "Hello you, I liked your photos very much. Coffee?";

  it("may go to three members; a fourth is refused, costs nothing, and creates no conversation", async () => {
    const [carol, people] = await Promise.all([join(test, "carol", { premium: true, credits: 20 }), crowd("man", 5)]);
    const variants = [TEXT, TEXT.toUpperCase(), `${TEXT} 123!!`, `  ${TEXT.replaceAll(" ", "  ")}`];
    const answers = [];
    for (const [n, text] of variants.entries()) answers.push(await write(carol, people[n]!, text));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 403]);
    expect(answers[3]!.body.error).toBe("same_text");
    expect(await credits(carol)).toBe(19);
    expect((await people[3]!.call(ChatsApi.list)).body.chats).toEqual([]);
    expect((await write(carol, people[3]!, "I saw that you paint. Oil or watercolour?")).status).toBe(201);
    // an existing conversation has no such limit
    const id = answers[0]!.body.conversation;
    const again = await carol.call(ChatApi.send, { body: { client_id: randomUUID(), id, message: TEXT } });
    expect(again.status).toBe(201);
    await test.app.clock.advance(86_400 + 5);
    expect((await write(carol, people[4]!, TEXT)).status).toBe(201);
    await test.app.clock.advance(86_400 + 5);
    await test.app.jobs.run("sweep");
    expect((await raw("select 1 from first_texts")).rows).toEqual([]);
  });

  it("is refused once when four are sent concurrently; a short greeting never is", async () => {
    const [dirk, people] = await Promise.all([join(test, "dirk", { premium: true, credits: 20 }), crowd("woman", 8)]);
    const answers = await Promise.all(people.slice(0, 4).map((person) => write(dirk, person, TEXT)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const person of people.slice(4)) expect((await write(dirk, person, "Good evening!")).status).toBe(201);
  });

  it("is stored as a keyed hash without the text", async () => {
    const [eva, finn] = await Promise.all([join(test, "eva"), join(test, "finn")]);
    await write(eva, finn, TEXT);
    const { rows } = await raw("select * from first_texts where member_id = $1", [eva.number]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/coffee|photos/i);
  });
});

describe("a fictional profile", () => {
  it("requires acknowledging that this profile is fictional, and is free", async () => {
    const [greta, hugo, igor] = await Promise.all([join(test, "greta"), join(test, "hugo"), join(test, "igor")]);
    await makeFictional(hugo);
    await makeFictional(igor);
    const refused = await write(greta, hugo, "hello");
    expect([refused.status, refused.body.error]).toEqual([403, "fictional_unacknowledged"]);
    const before = (await greta.call(ChatApi.read, { query: { profile: hugo.id } })).body;
    expect([before.unacknowledged, before.profile.fictional]).toEqual([true, true]);
    for (let n = 0; n < 2; n++)
      expect((await greta.call(FictionalApi.acknowledge, { body: { id: hugo.id } })).status).toBe(200);
    expect((await greta.call(ChatApi.read, { query: { profile: hugo.id } })).body.unacknowledged).toBe(false);
    const sent = await write(greta, hugo, "hello");
    expect([sent.status, sent.body.credits]).toEqual([201, 2]);
    const id = sent.body.conversation;
    const more = await greta.call(ChatApi.send, { body: { client_id: randomUUID(), id, message: "still free" } });
    expect(more.body.credits).toBe(2);
    expect((await write(greta, igor, "hello")).body.error).toBe("fictional_unacknowledged");
    expect(Object.values(await proveLedger(test.app.db))).toEqual([0, 0, 0, 0, 0]);
  });

  it("cannot be paid for: the database refuses the debit", async () => {
    const jan = await join(test, "jan");
    const debit = (fictional: boolean) =>
      raw(
        `insert into ledger (site_id, member_id, seq, idem, debit, credit, amount, kind, balance_after, at, to_fictional)
         select 1, $1, 900, 'a message', $1, -1, 1, kind, 1, at, $2 from ledger where member_id = $1 limit 1`,
        [jan.number, fictional],
      );
    await expect(debit(true)).rejects.toThrow(/nobody_pays_for_fictions/);
    await debit(false); // the same row without the flag is one
    await raw("delete from ledger where idem = 'a message'");
  });

  it("never begins a conversation", async () => {
    const [kim, lars] = await Promise.all([join(test, "kim"), join(test, "lars")]);
    await makeFictional(kim);
    expect((await write(kim, lars, "hello")).status).toBe(404);
    expect((await lars.call(ChatsApi.list)).body.chats).toEqual([]);
  });

  it("is the only one that can be acknowledged", async () => {
    const [mia, nils] = await Promise.all([join(test, "mia"), join(test, "nils")]);
    expect((await mia.call(FictionalApi.acknowledge, { body: { id: nils.id } })).status).toBe(404);
    expect((await mia.call(FictionalApi.acknowledge, { body: { id: mia.id } })).status).toBe(404);
  });
});
