import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { endSession } from "./modules/account/sessions/commands.ts";
import { isReal, type TestApp, testApp } from "./test/app.ts";
import { join, type Person } from "./test/cast.ts";
import { createClient } from "./test/client.ts";

let test: TestApp;
let otherUrl: string;
beforeAll(async () => {
  test = await testApp();
  // on the real servers the cache is in another process than the change
  const other = isReal ? await test.second() : test;
  otherUrl = other.url;
  await vi.waitFor(() => expect([test.app.bus.gaps(), other.app.bus.gaps()]).not.toContain(null), { timeout: 10_000 });
});
afterAll(() => test.close());

/** The same browser, answered by the other process. */
function elsewhere(person: Person) {
  const client = createClient(otherUrl, "10.200.0.1");
  client.setCookie("auth", person.cookie("auth")!);
  return client;
}
const soon = { timeout: 2_000, interval: 5 };

describe("the session cache", () => {
  it("answers a poll with 304 from what it keeps, and with 200 once something changed, wherever it changed", async () => {
    const [anna, bram] = await Promise.all([join(test, "anna", { credits: 9 }), join(test, "bram")]);
    const browser = elsewhere(bram);
    const poll = (etag: string) => browser.call(ChatsApi.list, { headers: { "if-none-match": etag } });
    let etag = (await browser.call(ChatsApi.list)).headers.get("etag")!;
    for (let n = 0; n < 5; n++) {
      expect((await poll(etag)).status).toBe(304);
      await anna.call(ChatApi.send, { body: { client_id: randomUUID(), profile: bram.id, message: `news ${n}` } });
      await vi.waitFor(async () => expect((await poll(etag)).status).toBe(200), soon);
      const now = await browser.call(ChatsApi.list);
      expect(now.body.unread_total).toBe(n + 1);
      etag = now.headers.get("etag")!;
    }
  });

  it("answers a 304 from memory as the full path would, and none for an invalid cookie", async () => {
    const fred = await join(test, "fred");
    const etag = (await fred.call(ChatsApi.list)).headers.get("etag")!;
    const poll = async (cookie: string, query = "") => {
      const headers = { cookie, "if-none-match": etag };
      const answer = await fetch(`${test.url}/api/chats.php${query}`, { headers });
      return { status: answer.status, headers: Object.fromEntries(answer.headers) };
    };
    const own = `auth=${fred.cookie("auth")}`;
    const [short, long] = [await poll(own), await poll(own, "?lang=en")];
    expect(short.status).toBe(304);
    delete short.headers.date;
    delete long.headers.date;
    expect(short).toEqual(long);
    for (const cookie of ["", "auth=", `auth=${"x".repeat(43)}`]) expect((await poll(cookie)).status).toBe(403);
    const gwen = await join(test, "gwen");
    await gwen.call(ChatsApi.list);
    expect((await poll(`auth=${gwen.cookie("auth")}`)).status).toBe(200);
  });

  it("rejects an ended session, in whichever process it was ended", async () => {
    const cleo = await join(test, "cleo");
    const browser = elsewhere(cleo);
    expect((await browser.call(ChatsApi.list)).status).toBe(200);
    const { rows } = await test.app.db.raw("select id from sessions where member_id = $1", [cleo.number]);
    for (const { id } of rows as { id: string }[]) await endSession(test.app, 1, cleo.number, Number(id));
    await vi.waitFor(async () => {
      const { status, body } = await browser.call(ChatsApi.list);
      expect([status, body.authentication_required]).toEqual([403, true]);
    }, soon);
  });

  it("answers in the language just chosen, wherever it was chosen", async () => {
    const dora = await join(test, "dora");
    const browser = elsewhere(dora);
    const words = async () => (await browser.call(ChatApi.read, { query: { id: "0" as never } })).body.message;
    const english = await words();
    await dora.call(UserApi.language, { body: { language: "fr" } });
    await vi.waitFor(async () => expect(await words()).not.toBe(english), soon);
  });
});
