import { UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { SessionApi } from "@serenade/contract/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, PASSWORD } from "../../../test/cast.ts";
import type { Client } from "../../../test/client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0";
const logIn = (client: Client, email: string, password = PASSWORD, agent = FIREFOX) =>
  client.call(UserApi.login, { body: { email, password }, headers: { "user-agent": agent } });
const mails = async (to: string, kind: string) => {
  await test.app.drain();
  const { rows } = await test.app.db.raw("select 1 from mail_outbox where recipient = $1 and kind = $2", [to, kind]);
  return rows.length;
};

describe("sessions", () => {
  it("are listed with device, country and time, and end one by one or all but this", async () => {
    const anna = await join(test, "anna");
    const [dutch, british] = [test.client("145.97.0.1"), test.client("212.58.224.1")];
    await logIn(dutch, anna.email);
    await logIn(british, anna.email);
    const list = async () => (await anna.call(SessionApi.list)).body.sessions;
    const sessions = await list();
    expect(sessions.map(({ device, country, current }) => [device, country, current]).sort()).toEqual([
      ["An unknown browser", null, true],
      ["Firefox on Windows", "Netherlands", false],
      ["Firefox on Windows", "United Kingdom", false],
    ]);
    const there = sessions.find(({ country }) => country === "Netherlands")!;
    expect((await anna.call(SessionApi.end, { query: { id: there.id } })).status).toBe(200);
    expect((await dutch.call(ChatsApi.list)).body.authentication_required).toBe(true);
    expect((await british.call(ChatsApi.list)).status).toBe(200);
    expect((await anna.call(SessionApi.end, { query: {} })).status).toBe(200);
    expect((await british.call(ChatsApi.list)).status).toBe(403);
    expect((await list()).map(({ current }) => current)).toEqual([true]);
  });

  it("of another member cannot be ended", async () => {
    const [bram, carol] = [await join(test, "bram"), await join(test, "carol")];
    const [hers] = (await carol.call(SessionApi.list)).body.sessions;
    await bram.call(SessionApi.end, { query: { id: hers!.id } });
    expect((await carol.call(ChatsApi.list)).status).toBe(200);
  });

  it("are new at every login, whatever cookie was sent, and the previous one ends", async () => {
    const dirk = await join(test, "dirk");
    const client = test.client();
    await logIn(client, dirk.email);
    const first = client.cookie("auth")!;
    const answer = await logIn(client, dirk.email);
    expect(client.cookie("auth")).not.toBe(first);
    for (const line of answer.headers.getSetCookie()) {
      expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(line).not.toMatch(/Domain=/i);
    }
    const old = test.client();
    old.setCookie("auth", first);
    expect((await old.call(ChatsApi.list)).status).toBe(403);
  });
});

describe("a new device", () => {
  it("is announced by email once, in the member's language, and not for the browser of sign-up", async () => {
    const elin = await join(test, "elin");
    await elin.call(UserApi.language, { body: { language: "fr" } });
    const phone = test.client("145.97.0.2");
    expect(await mails(elin.email, "new_device")).toBe(0);
    await logIn(phone, elin.email);
    await logIn(phone, elin.email);
    await logIn(elin, elin.email);
    expect(await mails(elin.email, "new_device")).toBe(1);
    const { rows } = await test.app.db.raw(
      "select params from mail_outbox where recipient = $1 and kind = 'new_device'",
      [elin.email],
    );
    expect(rows[0]).toMatchObject({ params: { device: "Firefox sur Windows", place: "Pays-Bas" } });
  });

  it("is not made of a cookie that we never gave out", async () => {
    const finn = await join(test, "finn");
    const client = test.client();
    client.setCookie("device", "P".repeat(43));
    await logIn(client, finn.email);
    expect(client.cookie("device")).not.toBe("P".repeat(43));
  });
});

describe("the lock", () => {
  it("by others in the same network does not lock out a known browser", async () => {
    const gina = await join(test, "gina");
    await gina.call(UserApi.logout);
    const stranger = test.client("10.9.9.9");
    for (let n = 0; n < 6; n++) await logIn(stranger, gina.email, "wrong password");
    expect((await logIn(stranger, gina.email)).body.error).toBe("too_many_attempts");
    const home = (email: string, password?: string) =>
      gina.call(UserApi.login, {
        body: { email, password: password ?? PASSWORD },
        headers: { "x-forwarded-for": "10.9.9.9" },
      });
    expect((await home(gina.email)).status).toBe(200);
    // but its own wrong tries count
    await gina.call(UserApi.logout);
    for (let n = 0; n < 5; n++) expect((await home(gina.email, "wrong password")).status).toBe(401);
    expect((await home(gina.email)).status).toBe(429);
  });

  it("locks after 25 wrong tries an hour from all networks, with the same message for an unknown address", async () => {
    await join(test, "hugo");
    const tries = async (email: string) => {
      const answers: string[] = [];
      for (let n = 0; n < 30; n++) {
        const { status, body } = await logIn(test.client(), email, "wrong password");
        answers.push(`${status} ${body.message}`);
      }
      return answers;
    };
    const [known, unknown] = [await tries("hugo@example.test"), await tries("nobody@example.test")];
    expect(known).toEqual(unknown);
    expect(known[24]).toBe("401 Login failed, please try again");
    expect(known[25]).toBe("429 Too many incorrect attempts, account blocked for 60 min.");
  });

  it("holds for concurrent tries", async () => {
    const ivan = await join(test, "ivan");
    const stranger = test.client();
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(stranger, ivan.email, "wrong password")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });
});
