/**
 * Strange Host and Cookie headers: the poll answered from memory, the API, a page and the event stream read each of
 * them alike.
 */
import { randomBytes } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatsApi } from "@serenade/contract/chat";
import { LIVE_PATH } from "@serenade/contract/live";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "./test/app.ts";
import { join } from "./test/cast.ts";
import { hasHead, openRaw, readRaw } from "./test/raw.ts";

let test: TestApp;
let token: string;
let etag: string;
beforeAll(async () => {
  test = await testApp({}, { pages: true });
  const anna = await join(test, "anna");
  token = anna.cookie("auth")!;
  etag = (await anna.call(ChatsApi.list)).headers.get("etag")!;
});
afterAll(() => test.close());

/** How an entry point classifies the caller. */
type Seen = "member" | "stranger" | "malformed" | "refused";

async function ask(line: string, headers: string[]): Promise<{ status: number; body: string }> {
  const socket = openRaw(test.url);
  socket.write(`${line} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n`);
  const upgrades = headers.some((header) => header.startsWith("Upgrade"));
  const reply = await readRaw(socket, (text) => upgrades && hasHead(text));
  socket.destroy();
  return reply;
}

/** The result of a poll (304 from memory for the member), a call, a page and an event stream (same origin only). */
async function everyWay(headers: string[], host: string): Promise<Record<string, Seen | number>> {
  const asked = [...headers, "Connection: close"];
  const poll = await ask(`GET ${ChatsApi.list.path}`, [...asked, `If-None-Match: ${etag}`]);
  const call = await ask(`GET ${UserApi.current.path}`, asked);
  const page = await ask("GET /profile", asked);
  const stream = await ask(`GET ${LIVE_PATH}`, [
    ...headers,
    `Origin: http://${host}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
  ]);
  const isKnown = /"user":\{/.test(call.body);
  const by = (status: number, seen: Record<number, Seen>) => seen[status] ?? status;
  return {
    poll: by(poll.status, { 304: "member", 403: "stranger", 400: "malformed" }),
    call: call.status === 200 ? (isKnown ? "member" : "stranger") : by(call.status, { 400: "malformed" }),
    page: by(page.status, { 200: "member", 302: "stranger", 400: "malformed" }),
    stream: by(stream.status, { 101: "member", 403: "refused" }),
  };
}

const all = (seen: Seen) => ({
  poll: seen,
  call: seen,
  page: seen,
  stream: seen === "member" ? "member" : "refused", // a stream does not say why
});

const own = () => new URL(test.url).host;

describe("cookies", () => {
  it.each<[string, Seen, (token: string) => string[]]>([
    ["one", "member", (t) => [`Cookie: auth=${t}`]],
    ["none", "stranger", () => []],
    ["an empty header", "stranger", () => ["Cookie: "]],
    ["two headers", "member", (t) => ["Cookie: a=b", `Cookie: auth=${t}`]],
    ["the name in capitals", "stranger", (t) => [`Cookie: AUTH=${t}`]],
    ["twice, the right one first", "member", (t) => [`Cookie: auth=${t}; auth=another`]],
    ["twice, the wrong one first", "stranger", (t) => [`Cookie: auth=another; auth=${t}`]],
    ["in quotes", "stranger", (t) => [`Cookie: auth="${t}"`]],
    ["with spaces and tabs around", "member", (t) => [`Cookie:   x=y ;\t auth = ${t} `]],
    ["without a space", "member", (t) => [`Cookie: x=y;auth=${t}`]],
    ["behind a comma", "stranger", (t) => [`Cookie: x=y, auth=${t}`]],
    ["behind nothing", "member", (t) => [`Cookie: ;;; auth=${t};;`]],
    ["behind a word without a value", "member", (t) => [`Cookie: word; auth=${t}`]],
    ["percent-encoded", "member", (t) => [`Cookie: auth=%${t.charCodeAt(0).toString(16)}${t.slice(1)}`]],
    ["with a percent sign that encodes nothing", "stranger", (t) => [`Cookie: auth=%E0%A4%A${t}`]],
    ["behind one that does not decode", "member", (t) => [`Cookie: x=%E0%A4%A; auth=${t}`]],
    ["behind the name of an object's own", "member", (t) => [`Cookie: __proto__=x; constructor=y; auth=${t}`]],
    ["as the name of an object's own", "stranger", (t) => [`Cookie: __proto__=auth=${t}`]],
    ["more than one thousand", "member", (t) => [`Cookie: ${"a=b; ".repeat(1_000)}auth=${t}`]],
  ])("%s: %s", async (_name, seen, cookies) => {
    expect(await everyWay([`Host: ${own()}`, ...cookies(token)], own())).toEqual(all(seen));
  });
});

describe("hosts", () => {
  it.each<[string, Seen, (host: string) => { headers: string[]; host: string }]>([
    ["another name", "member", () => ({ headers: ["Host: Anywhere.Example:99"], host: "Anywhere.Example:99" })],
    ["an IPv6 address", "member", () => ({ headers: ["Host: [2001:db8::1]:80"], host: "[2001:db8::1]:80" })],
    [
      "a trusted proxy's",
      "member",
      (host) => ({ headers: [`Host: ${host}`, "X-Forwarded-Host: a.test"], host: "a.test" }),
    ],
    [
      "the last of a proxy's two",
      "member",
      (host) => ({ headers: [`Host: ${host}`, "X-Forwarded-Host: b c, a.test"], host: "a.test" }),
    ],
    [
      "a proxy's that is none",
      "malformed",
      (host) => ({ headers: [`Host: ${host}`, "X-Forwarded-Host: a.test, b c"], host }),
    ],
    ["empty", "malformed", (host) => ({ headers: ["Host: "], host })],
    ["two headers", "malformed", (host) => ({ headers: [`Host: ${host}`, "Host: a.test"], host })],
    ["two in one", "malformed", (host) => ({ headers: [`Host: ${host}, a.test`], host })],
    ["with a name before it", "malformed", (host) => ({ headers: [`Host: a@${host}`], host })],
    ["with a path", "malformed", (host) => ({ headers: [`Host: ${host}/x`], host })],
    ["with a port that is none", "malformed", (host) => ({ headers: [`Host: ${host}9999`], host })],
  ])("%s: %s", async (_name, seen, make) => {
    const { headers, host } = make(own());
    expect(await everyWay([...headers, `Cookie: auth=${token}`], host)).toEqual(all(seen));
  });
});
