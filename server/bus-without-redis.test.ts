/** Two processes on one PostgreSQL without Redis: changes and events of one reach the other immediately. */
import { UserApi } from "@serenade/contract/account";
import { ChatApi, ChatsApi } from "@serenade/contract/chat";
import { LIVE_PATH } from "@serenade/contract/live";
import { SessionApi } from "@serenade/contract/security";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { App } from "./app.ts";
import { isReal, type TestApp, testApp } from "./test/app.ts";
import { join, PASSWORD, type Person } from "./test/cast.ts";
import { type Client, createClient } from "./test/client.ts";

/** Far less than the minute for which a process caches a session. */
const AT_ONCE = { timeout: 2_000, interval: 20 };

describe.skipIf(!isReal)("without Redis", () => {
  let test: TestApp;
  let second: { app: App; url: string };
  beforeAll(async () => {
    test = await testApp({ REDIS_URL: "" });
    second = await test.second();
    await hearing();
  });
  afterAll(() => test.close());

  const hearing = () =>
    vi.waitFor(() => expect([test.app, second.app].map(({ bus }) => bus.gaps())).not.toContain(null), 10_000);
  const elsewhere = () => createClient(second.url, "10.200.0.1");
  const statusOf = async (client: Client) => (await client.call(ChatsApi.list)).status;
  /** Logs in at the second process, which caches the session. */
  async function loggedIn(person: Person): Promise<Client> {
    const client = elsewhere();
    await client.call(UserApi.login, { body: { email: person.email, password: PASSWORD } });
    for (let times = 0; times < 3; times++) expect(await statusOf(client)).toBe(200);
    return client;
  }

  it("a session that is ended or logged out is rejected by the other process immediately", async () => {
    const anna = await join(test, "anna");
    const there = await loggedIn(anna);
    await anna.call(SessionApi.end, { query: {} });
    await expect.poll(() => statusOf(there), AT_ONCE).toBe(403);

    const again = await loggedIn(anna);
    const same = test.client();
    same.setCookie("auth", again.cookie("auth")!);
    for (let times = 0; times < 3; times++) expect(await statusOf(same)).toBe(200);
    expect((await again.call(UserApi.logout)).status).toBe(200);
    await expect.poll(() => statusOf(same), AT_ONCE).toBe(403);
  });

  it("events reach the process that holds the connection, including long texts", async () => {
    const [bram, carol] = [
      await join(test, "bram", { credits: 5, premium: true }),
      await join(test, "carol", { credits: 5, premium: true }),
    ];
    const socket = new WebSocket(second.url.replace("http", "ws") + LIVE_PATH, {
      headers: { cookie: carol.cookies(), origin: second.url },
    });
    const received: { type: string; message?: { text?: string; message?: string } }[] = [];
    socket.on("message", (data) => received.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.on("open", resolve));
    const message = "日本語 🎈 ".repeat(150);
    const body = { client_id: crypto.randomUUID(), profile: carol.id, message } as never;
    expect((await bram.call(ChatApi.send, { body })).status).toBe(201);
    await expect
      .poll(() => JSON.stringify(received.find(({ type }) => type === "message")), AT_ONCE)
      .toContain("日本語 🎈 日本語");
    socket.terminate();
  });

  it("reopens a killed bus connection, and drops everything cached before", async () => {
    const dirk = await join(test, "dirk");
    const there = await loggedIn(dirk);
    await test.app.db.raw("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
      `serenade_${test.app.ids.installation}`,
    ]);
    await dirk.call(SessionApi.end, { query: {} });
    await expect.poll(() => statusOf(there), AT_ONCE).toBe(403);

    await hearing();
    const again = await loggedIn(dirk);
    await dirk.call(SessionApi.end, { query: {} });
    await expect.poll(() => statusOf(again), AT_ONCE).toBe(403);
  });
});
