/**
 * Targets that a push never reaches (security T42): thirty endpoints and a malicious name server, counting connections.
 */

import { randomUUID } from "node:crypto";
import { UserApi } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";
import { openBrowser, openPushService } from "../../test/push-service.ts";
import { openPushGateway, PushEndpointRefused, type Resolve } from "./gateway.ts";

let canary: Awaited<ReturnType<typeof openPushService>>;
let test: TestApp;
let anna: Person;
let bram: Person;
beforeAll(async () => {
  canary = await openPushService();
  test = await testApp(); // without PUSH_TEST_HOST, as in production
  [anna, bram] = await Promise.all([join(test, "anna", { credits: 99, premium: true }), join(test, "bram")]);
});
afterAll(async () => {
  await test.close();
  await canary.close();
});

/** `PORT` is where the canary listens. */
const HOSTILE = [
  "http://127.0.0.1:PORT/",
  "https://127.0.0.1:PORT/",
  "https://localhost:PORT/",
  "https://2130706433:PORT/",
  "https://0x7f000001:PORT/",
  "https://0177.0.0.1:PORT/",
  "https://127.1:PORT/",
  "https://0.0.0.0:PORT/",
  "https://[::1]:PORT/",
  "https://[::]:PORT/",
  "https://[::ffff:127.0.0.1]:PORT/",
  "https://[::ffff:7f00:1]:PORT/",
  "https://[64:ff9b::7f00:1]:PORT/",
  "https://[fe80::1]:PORT/",
  "https://[fd00::1]:PORT/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://100.64.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://224.0.0.1/",
  "http://fcm.googleapis.com/fcm/send/x",
  "https://fcm.googleapis.com:PORT/fcm/send/x",
  "https://fcm.googleapis.com:8443/fcm/send/x",
  "https://user@fcm.googleapis.com/fcm/send/x",
  "https://fcm.googleapis.com@127.0.0.1:PORT/",
  "https://fcm.googleapis.com:pass@127.0.0.1:PORT/",
  "https://127.0.0.1:PORT/#@fcm.googleapis.com/",
  "https://127.0.0.1:PORT\\@fcm.googleapis.com/",
  "https://evil-fcm.googleapis.com/x",
  "https://evilfcm.googleapis.com.evil.example/x",
  "https://fcm.googleapis.com.evil.example/x",
  "https://fcm.googleapis.com./x",
  "https://googleapis.com/x",
  "ftp://fcm.googleapis.com/x",
  "file:///etc/passwd",
  "gopher://127.0.0.1:PORT/_",
];
const endpoints = () => HOSTILE.map((endpoint) => endpoint.replace("PORT", String(canary.port)));

const message = (endpoint: string) => ({
  endpoint,
  keys: openBrowser("x").subscription.keys,
  payload: "{}",
  ttl: 60,
  urgency: "high" as const,
  topic: "topic",
});

describe("an endpoint that is no push service's", () => {
  it("is refused when it is saved", async () => {
    const { keys } = openBrowser("x").subscription;
    for (const endpoint of endpoints()) {
      const { status, body } = await anna.call(UserApi.push, {
        query: { push: "1" },
        body: { subscription: { endpoint, keys } },
      });
      expect([endpoint, status, body.error]).toEqual([
        endpoint,
        400,
        expect.stringMatching(/^(push_endpoint_refused|invalid)$/),
      ]);
    }
    expect(canary.connections()).toBe(0);
  });

  it("is refused again when sending, however it got into the table, and is deleted", async () => {
    const { p256dh, auth } = openBrowser("x").subscription.keys;
    const { session_id } = (
      await test.app.db.raw("select id as session_id from sessions where member_id = $1", [bram.number])
    ).rows[0] as { session_id: number };
    for (const endpoint of endpoints())
      await test.app.db.raw(
        `insert into push_subscriptions (site_id, id, member_id, session_id, endpoint, p256dh, auth, created_at)
         values (1, $1, $2, $3, $4, $5, $6, $7)`,
        [test.app.ids.next(), bram.number, session_id, endpoint, p256dh, auth, test.app.clock.iso()],
      );
    await anna.call(ChatApi.send, { body: { client_id: randomUUID(), profile: bram.id, message: "Hello" } });
    const waiting = async () => (await test.app.db.raw("select count(*)::int as n from push_outbox")).rows;
    expect(await waiting()).toEqual([{ n: HOSTILE.length }]);
    await test.app.clock.advance(11);
    await test.app.jobs.run("push");
    expect(await waiting()).toEqual([{ n: 0 }]);
    expect((await test.app.db.raw("select count(*)::int as n from push_subscriptions")).rows).toEqual([{ n: 0 }]);
    expect(canary.connections()).toBe(0);
  });

  it("is refused by the gateway itself", async () => {
    const gateway = openPushGateway({ ...test.app.config, pushTestHost: null });
    for (const endpoint of endpoints())
      await expect(gateway.send(message(endpoint)), endpoint).rejects.toThrow(PushEndpointRefused);
    gateway.close();
    expect(canary.connections()).toBe(0);
  });
});

describe("a push service's name that leads inside", () => {
  const INSIDE = [
    ["127.0.0.1"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["64:ff9b::7f00:1"],
    ["10.1.2.3"],
    ["100.64.0.1"],
    ["169.254.169.254"],
    ["fe80::1"],
    ["fc00::1"],
    ["2002:7f00:1::1"],
    ["8.8.8.8", "127.0.0.1"],
    ["2607:f8b0:4004::1", "::1"],
  ];

  it("is not connected to, whatever else it leads to; the one lookup is the one that would have connected", async () => {
    for (const addresses of INSIDE) {
      let asked = 0;
      const resolve: Resolve = (_, done) => {
        asked++;
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        );
      };
      const gateway = openPushGateway({ ...test.app.config, pushTestHost: null }, { resolve, port: canary.port });
      const answer = await gateway.send(message("https://fcm.googleapis.com/fcm/send/x"));
      gateway.close();
      expect([addresses, asked, answer]).toEqual([addresses, 1, { status: 0, retryAfter: null }]);
    }
    expect(canary.connections()).toBe(0);
  });

  it("while the host of the tests, which the canary is, would have been reached", async () => {
    const gateway = openPushGateway({ ...test.app.config, pushTestHost: canary.host });
    expect((await gateway.send(message(`http://${canary.host}/x`))).status).toBe(201);
    gateway.close();
    expect(canary.connections()).toBe(1);
  });
});

describe("a push service that does not answer", () => {
  it("is given up after five seconds", async () => {
    const gateway = openPushGateway(
      { ...test.app.config, pushTestHost: null },
      { resolve: () => {}, port: canary.port },
    );
    const started = performance.now();
    expect((await gateway.send(message("https://fcm.googleapis.com/fcm/send/x"))).status).toBe(0);
    expect(performance.now() - started).toBeLessThan(6_000);
    gateway.close();
  });
});
