/** Malformed and hostile requests, for the API and for pages, are cheap and change nothing. */
import { setTimeout as wait } from "node:timers/promises";
import { UserApi } from "@serenade/contract/account";
import { BODY_BYTES, PAGE_POSTS_PER_NETWORK, UPLOADS_AT_ONCE_MEMBER } from "@serenade/contract/limits";
import { ProfileApi } from "@serenade/contract/members";
import { PhotoApi } from "@serenade/contract/photos";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SLOW_BODY_MS } from "./kernel/request-body.ts";
import { type TestApp, testApp } from "./test/app.ts";
import { anotherName, join, PASSWORD } from "./test/cast.ts";
import { hasHead, openRaw, readRaw, sendRaw } from "./test/raw.ts";

let test: TestApp;
let host: string;
beforeAll(async () => {
  test = await testApp({}, { pages: true });
  host = new URL(test.url).host;
});
afterAll(() => test.close());

const own = () => `Host: ${host}\r\nOrigin: ${test.url}\r\n`;
const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const MULTIPART = "Content-Type: multipart/form-data; boundary=x\r\n";

describe("malformed requests", () => {
  const end = "Connection: close\r\n\r\n";
  const lines: [name: string, status: number, text: () => string][] = [
    ["a Host that is no host", 400, () => `GET / HTTP/1.1\r\nHost: <script>\r\n${end}`],
    ["a Host with a space", 400, () => `GET /login HTTP/1.1\r\nHost: a b\r\n${end}`],
    ["a Host with a path", 400, () => `GET /login HTTP/1.1\r\nHost: ${host}/x\r\n${end}`],
    ["no Host", 400, () => "GET / HTTP/1.0\r\n\r\n"],
    ["two Hosts", 400, () => `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n${end}`],
    ["two Hosts for a call", 400, () => `GET /api/settings.php HTTP/1.1\r\nHost: a\r\nHost: b\r\n${end}`],
    ["the absolute form", 400, () => `GET http://evil.test/ HTTP/1.1\r\nHost: ${host}\r\n${end}`],
    ["the asterisk form", 400, () => `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n${end}`],
    ["an address that does not decode", 400, () => `GET /members/%E0%A4%A HTTP/1.1\r\nHost: ${host}\r\n${end}`],
    [
      "a content type that is none",
      400,
      () => `POST /login HTTP/1.1\r\n${own()}Content-Type: ;;\r\nContent-Length: 1\r\n${end}a`,
    ],
    [
      "two lengths",
      400,
      () => `POST /login HTTP/1.1\r\n${own()}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
    ],
    ...["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"].map((method): [string, number, () => string] => [
      `${method} of a page`,
      405,
      () => `${method} /login HTTP/1.1\r\n${own()}Content-Length: 0\r\n${end}`,
    ]),
    ["a form to a page that takes none", 405, () => `POST /pricing HTTP/1.1\r\n${own()}Content-Length: 0\r\n${end}`],
    ["a form to a page that is not there", 405, () => `POST /nowhere HTTP/1.1\r\n${own()}Content-Length: 0\r\n${end}`],
    [
      "JSON for a page",
      415,
      () => `POST /login HTTP/1.1\r\n${own()}Content-Type: application/json\r\nContent-Length: 2\r\n${end}{}`,
    ],
  ];

  it.each(lines)("%s → %i, and no line in the log", async (_name, status, text) => {
    const errors = vi.spyOn(test.app.log, "error");
    const console_ = vi.spyOn(console, "error");
    const reply = await sendRaw(test.url, text());
    expect(reply.status).toBe(status);
    expect(reply.body).not.toMatch(/evil|<script>|node_modules/);
    expect([...errors.mock.calls, ...console_.mock.calls]).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe("forms of pages", () => {
  const actions = [
    "/login",
    "/source",
    "/appearance",
    "/logout",
    "/signup",
    "/notifications",
    "/profile",
    "/credits/p0",
  ];
  const origins = [{ origin: "https://evil.test" }, { origin: "null" }, {}, { "sec-fetch-site": "cross-site" }];

  it.each(actions)("from another site change nothing: %s", async (path) => {
    for (const change of origins) {
      const reply = await fetch(test.url + path, {
        method: "POST",
        redirect: "manual",
        headers: { ...change, "content-type": "application/x-www-form-urlencoded" },
        body: "answer=yes&network=evil&language=fr&theme=dark",
      });
      expect([path, reply.status, reply.headers.getSetCookie()]).toEqual([path, 403, []]);
    }
  });

  it("from the other scheme of the same host are another site's", async () => {
    const origin = test.url.replace("http:", "https:");
    const reply = await fetch(`${test.url}/source`, { method: "POST", headers: { origin }, body: "" });
    expect(reply.status).toBe(403);
  });

  it("pass from a page without a referrer, which sends the origin null", async () => {
    const headers = {
      origin: "null",
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    };
    const body = "answer=no";
    for (const path of ["/source", "/login", "/activate/done?token=abc"]) {
      const reply = await fetch(test.url + path, { method: "POST", headers, redirect: "manual", body });
      expect([path, reply.status === 302 || (await reply.text()).includes("<main")]).toEqual([path, true]);
    }
  });

  it(`hold ${BODY_BYTES} bytes at most, with or without a content-length`, async () => {
    const visitor = test.client();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = "a=&".repeat(BODY_BYTES);
    expect((await visitor.fetch("/login", { method: "POST", headers, body })).status).toBe(413);
    const chunk = `8000\r\n${"a=&a".repeat(8_192)}\r\n`;
    const chunked = `POST /login HTTP/1.1\r\n${own()}${FORM}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`;
    expect((await sendRawHead(chunked)).status).toBe(413);
    expect((await visitor.fetch("/login", { method: "POST", headers, body: "a=&".repeat(20_000) })).status).toBe(400);
  });

  it("are limited by network before their body is read", async () => {
    const visitor = test.client();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const post = () => visitor.fetch("/source", { method: "POST", headers, body: "answer=no" });
    for (let n = 0; n < PAGE_POSTS_PER_NETWORK; n += 20) await Promise.all(Array.from({ length: 20 }, post));
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await test.client().fetch("/source", { method: "POST", headers, body: "answer=no" })).status).toBe(302);
  });

  it("take a photo without script where a page has a place for it, and multipart nowhere else", async () => {
    const person = await join(test, anotherName("form"));
    const photo = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#a06040" } })
      .jpeg()
      .toBuffer();
    const formWith = (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append("photo", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "me.jpg");
      return form;
    };
    const post = (path: string, fields = { intent: "photo" }) =>
      person.fetch(path, { method: "POST", body: formWith(fields) });
    expect((await post("/login")).status).toBe(415);
    expect((await post("/profile")).status).toBeLessThan(400);
    expect((await person.call(ProfileApi.read)).body.profile.photos).toHaveLength(1);
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`f${n}`, ""]));
    expect((await post("/profile", { intent: "photo", ...many })).status).toBe(413);
    expect((await person.call(ProfileApi.read)).body.profile.photos).toHaveLength(1);
  });
});

/** The reply to a request of which only the beginning is sent. */
async function sendRawHead(text: string) {
  const socket = openRaw(test.url);
  socket.write(text);
  const reply = await readRaw(socket, hasHead);
  socket.destroy();
  return reply;
}

describe("bodies", () => {
  const beginning = `--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const upload = (path: string, headers = "") =>
    `POST ${path} HTTP/1.1\r\n${own()}${headers}${MULTIPART}Content-Length: 9000000\r\n\r\n${beginning}`;

  it("are not waited for where the answer does not depend on them", async () => {
    const cookie = `Cookie: auth=${(await join(test, anotherName("body"))).cookie("auth")}\r\n`;
    const replies = await Promise.all([
      sendRawHead(upload("/api/photo.php")), // no session
      sendRawHead(upload("/api/user.php")), // accepts no upload
      sendRawHead(upload("/api/profile.php", cookie)),
      sendRawHead(upload("/api/nothing.php")),
      sendRawHead(upload("/profile")), // a page, no session
      sendRawHead(upload("/login")),
      sendRawHead(upload("/api/photo.php").replace(test.url, "https://evil.test")),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([403, 400, 405, 404, 303, 415, 403]);
    expect(replies[0]!.body).toContain("authentication_required");
    expect(replies[4]!.headers).toMatch(/location: \/login\?to=%2Fprofile/i);
    expect(replies[6]!.body).toContain("cross_origin");
  });

  it("that are uploads run a few at a time; further ones may retry, and count for no limit", async () => {
    const person = await join(test, anotherName("many"));
    const cookie = `Cookie: auth=${person.cookie("auth")}\r\n`;
    // one more than the limit: which one is refused depends on the order of arrival
    const open = Array.from({ length: UPLOADS_AT_ONCE_MEMBER + 1 }, () => {
      const socket = openRaw(test.url);
      socket.write(upload("/api/photo.php", cookie));
      return socket;
    });
    const refused = await Promise.race(open.map((socket) => readRaw(socket, hasHead)));
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatch(/retry-after: \d+/i);
    for (const socket of open) socket.destroy();
    const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#204060" } })
      .png()
      .toBuffer();
    expect((await person.upload(PhotoApi.upload, photo)).status).toBe(201);
  });

  it("that are aborted during the checks release their upload slot", async () => {
    const person = await join(test, anotherName("gone"));
    const cookie = `Cookie: auth=${person.cookie("auth")}\r\n`;
    const { findMember } = test.app.auth;
    const slow = vi.spyOn(test.app.auth, "findMember").mockImplementation(async (request, site) => {
      await wait(200);
      return findMember(request, site);
    });
    for (let n = 0; n < UPLOADS_AT_ONCE_MEMBER; n++) {
      const socket = openRaw(test.url);
      socket.write(upload("/api/photo.php", cookie));
      await wait(50);
      socket.destroy();
    }
    await wait(400);
    slow.mockRestore();
    const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#604020" } })
      .png()
      .toBuffer();
    expect((await person.upload(PhotoApi.upload, photo)).status).toBe(201);
  });

  it("that are slow end after 15 s, those without a reader soon after the response; one with progress may continue", {
    timeout: 60_000,
  }, async () => {
    const person = await join(test, anotherName("slow"));
    const cookie = `Cookie: auth=${person.cookie("auth")}\r\n`;
    const length = "Content-Length: 1000\r\n\r\na";
    const read = [
      `POST /api/user.php HTTP/1.1\r\n${own()}Content-Type: application/json\r\n${length}`,
      `POST /login HTTP/1.1\r\n${own()}${FORM}${length}`,
      upload("/api/photo.php", cookie),
    ];
    const unread = [
      `POST /api/nothing.php HTTP/1.1\r\n${own()}${length}`,
      `GET /health/live HTTP/1.1\r\n${own()}${length}`,
    ];
    const started = performance.now();
    const msUntilEnd = (texts: string[]) =>
      texts.map(async (text) => {
        await sendRaw(test.url, text);
        return performance.now() - started;
      });
    const [ended, endedUnread] = [msUntilEnd(read), msUntilEnd(unread)];
    const alive = openRaw(test.url);
    let closed = false;
    alive.on("close", () => {
      closed = true;
    });
    alive.on("error", () => {});
    alive.write(upload("/api/photo.php", cookie));
    const drip = setInterval(() => alive.write(Buffer.alloc(150_000)), 2_000);
    for (const ms of await Promise.all(endedUnread)) expect(ms).toBeLessThan(SLOW_BODY_MS / 2);
    for (const ms of await Promise.all(ended)) {
      expect(ms).toBeGreaterThan(SLOW_BODY_MS - 1_000);
      expect(ms).toBeLessThan(SLOW_BODY_MS + 5_000);
    }
    await wait(2_000);
    expect(closed).toBe(false);
    clearInterval(drip);
    alive.destroy();
  });
});

describe("headers", () => {
  it("of a page: a policy, no frames, and no referrer where a token is in the address", async () => {
    const [page, token] = await Promise.all([fetch(`${test.url}/login`), fetch(`${test.url}/activate/done?token=abc`)]);
    expect(page.headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'.*require-trusted-types-for/);
    expect(page.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(token.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("strict-transport-security")).toBeNull();
  });

  it("of a file: its own content type, and no headers of a page", async () => {
    const { headers } = await fetch(`${test.url}/favicon.svg`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    for (const name of ["content-security-policy", "referrer-policy", "permissions-policy"])
      expect(headers.get(name)).toBeNull();
  });

  it("of logout: the browser clears caches and storage", async () => {
    const person = await join(test, anotherName("leave"));
    const { headers } = await person.call(UserApi.logout);
    expect(headers.get("clear-site-data")).toBe('"cache", "storage"');
    await person.call(UserApi.login, { body: { email: person.email, password: PASSWORD } });
    const page = await person.fetch("/logout", { method: "POST" });
    expect([page.status, page.headers.get("clear-site-data")]).toEqual([302, '"cache", "storage"']);
    expect(person.cookie("auth")).toBeUndefined();
  });
});
