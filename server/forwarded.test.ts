/**
 * One reading of host, scheme and address for calls, pages, polls and event streams, behind a proxy and without one.
 */
import { UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { STREAMS_PER_MEMBER } from "@serenade/contract/limits";
import { LIVE_PATH, LIVE_REPLACED } from "@serenade/contract/live";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { type TestApp, testApp } from "./test/app.ts";
import { join, PASSWORD, type Person } from "./test/cast.ts";
import { sendRaw } from "./test/raw.ts";

const HOST = "anywhere.example";
const PROXIED = { "x-forwarded-host": HOST, "x-forwarded-proto": "https", origin: `https://${HOST}` };

/** How a stream ends: 101 when it was opened, else the status of the refusal. */
function openStream(test: TestApp, person: Person, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(test.url.replace("http", "ws") + LIVE_PATH, {
    headers: { cookie: person.cookies(), ...headers },
  });
  return new Promise((resolve) => {
    socket.on("open", () => {
      socket.close();
      resolve(101);
    });
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => {});
  });
}

/** How each entry point interprets the same headers. */
async function everyWay(test: TestApp, person: Person, headers: Record<string, string>) {
  const etag = (await person.call(ChatsApi.list)).headers.get("etag")!;
  const poll = await person.fetch(ChatsApi.list.path, { headers: { ...headers, "if-none-match": etag } });
  const call = await person.call(UserApi.language, { body: { language: "en" }, headers });
  const page = await person.fetch("/appearance", { method: "POST", headers });
  return { poll: poll.status, call: call.status, page: page.status, stream: await openStream(test, person, headers) };
}

describe.each([
  [
    "a network of proxies",
    { TRUST_PROXY: "10.0.0.0/8, 127.0.0.0/8" },
    { poll: 304, call: 200, page: 302, stream: 101 },
  ],
  ["loopback by name", { TRUST_PROXY: "loopback" }, { poll: 304, call: 200, page: 302, stream: 101 }],
  ["no proxy", { TRUST_PROXY: "none" }, { poll: 304, call: 403, page: 403, stream: 403 }],
  ["another proxy", { TRUST_PROXY: "10.1.2.3" }, { poll: 304, call: 403, page: 403, stream: 403 }],
])("%s", (_name, env, expected) => {
  let test: TestApp;
  let person: Person;
  beforeAll(async () => {
    test = await testApp(env, { pages: true });
    person = await join(test, "anna");
  });
  afterAll(() => test.close());

  it("is read alike by calls, pages, polls and streams", async () => {
    expect(await everyWay(test, person, PROXIED)).toEqual(expected);
    const direct = { poll: 304, call: 200, page: 302, stream: 101 };
    expect(await everyWay(test, person, { origin: test.url })).toEqual(direct);
  });

  it("decides whether cookies are for https only", async () => {
    const body = { email: person.email, password: PASSWORD };
    const { headers } = await person.call(UserApi.login, { body, headers: PROXIED });
    const secure = headers.getSetCookie().some((cookie) => /^auth=.*; Secure/i.test(cookie));
    expect(secure).toBe(expected.call === 200);
  });
});

describe("a public address with https", () => {
  let test: TestApp;
  beforeAll(async () => {
    const config = { mode: "production", apiDocs: false } as const;
    test = await testApp({ BASE_URL: `https://${HOST}` }, { pages: true, config });
  });
  afterAll(() => test.close());

  it("makes cookies Secure whatever the proxy sends, and sets HSTS", async () => {
    const answer = await fetch(`${test.url}/login?lang=fr`, { headers: { "x-forwarded-host": "localhost" } });
    expect(answer.headers.get("strict-transport-security")).toMatch(/max-age=\d{8}/);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^locale=fr.*Secure/)]);
    await answer.text();
  });

  it("answers an unknown host with 421 and one line of JSON, for pages as for calls, and never repeats it", async () => {
    const lines = vi.spyOn(test.app.log, "info");
    for (const path of ["/", "/login", "/nowhere", "/api/settings.php"]) {
      // not by fetch, which repeats what was answered with 421
      const { status, body } = await sendRaw(
        test.url,
        `GET ${path} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n`,
      );
      expect([path, status, JSON.parse(body).error]).toEqual([path, 421, "unknown_host"]);
      expect(body.split("\n")).toHaveLength(1);
      expect(body).not.toContain("evil");
    }
    expect(lines.mock.calls.map(([fields]) => fields)).toEqual(Array(3).fill({ host: "evil.test" }));
  });

  it("does not publish the API description", async () => {
    const headers = { "x-forwarded-host": "localhost" };
    for (const path of ["/api/openapi.json", "/api/docs", "/api/docs/"])
      expect((await fetch(test.url + path, { headers })).status).toBe(404);
  });
});

describe("event streams of one member", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  it(`are ${STREAMS_PER_MEMBER} at most; the oldest gives way`, async () => {
    const person = await join(test, "bram");
    const closed: number[] = [];
    const open = async (number: number) => {
      const socket = new WebSocket(test.url.replace("http", "ws") + LIVE_PATH, {
        headers: { cookie: person.cookies(), origin: test.url },
      });
      socket.on("close", (code) => closed.push(number * 10_000 + code));
      await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
      return socket;
    };
    const sockets: WebSocket[] = [];
    for (let n = 0; n < STREAMS_PER_MEMBER; n++) sockets.push(await open(n));
    expect(closed).toEqual([]);
    sockets.push(await open(STREAMS_PER_MEMBER), await open(STREAMS_PER_MEMBER + 1));
    await vi.waitFor(() => expect(closed).toEqual([LIVE_REPLACED, 10_000 + LIVE_REPLACED]));
    expect(test.app.live.connections()).toBe(STREAMS_PER_MEMBER);
    for (const socket of sockets) socket.terminate();
  });
});
