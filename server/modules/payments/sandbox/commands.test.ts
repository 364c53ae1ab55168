/** The sandbox's side: a payment is decided once, and its notices are delivered until they are taken. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { restoreClock, stopClock } from "../../../test/clock.ts";
import { decidePayment, deliverNotices, findPayment, NOTICE_JOB, openPayment } from "./commands.ts";
import { isSigned } from "./rules.ts";

let test: TestApp;
/** Where the notices go to: a shop that answers as it is told. */
let shop: Server;
let answer = 200;
let taken: { body: string; headers: Record<string, string>; at: string }[] = [];
beforeAll(async () => {
  test = await testApp();
  shop = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      taken.push({ body, headers: request.headers as Record<string, string>, at: test.app.clock.iso() });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  restoreClock();
  await test.app.db.raw("delete from sandbox_notices");
  await test.app.db.raw("delete from sandbox_payments");
  answer = 200;
  taken = [];
});
afterAll(async () => {
  shop.close();
  await test.close();
});

const SECRET = "the sandbox's secret";
const open = (key: string = crypto.randomUUID()) =>
  openPayment(test.app, {
    key,
    amount: 999,
    currency: "EUR",
    description: "20 credits",
    paymentmethod: "card",
    order: "one",
    locale: "en",
    expiresAt: test.app.clock.in(3_600),
    customer: null,
    store: false,
    returnUrl: `${test.url}/transactions/1`,
    webhookUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/notices`,
  });
const statusOf = async (ref: string) => (await findPayment(test.app, ref))?.status;
const decide = async (ref: string, status: "challenge" | "paid" | "cancelled") =>
  (await decidePayment(test.app, ref, { status }))?.status ?? null;
const deliver = () => deliverNotices(test.app, SECRET);
/** In so many seconds from the moment at which the clock was stopped. */
const later = (from: number, seconds: number) => stopClock(test, from + seconds * 1000);

describe("a payment", () => {
  it("is opened once for a key", async () => {
    const [one, again, other] = [await open("order:1"), await open("order:1"), await open("order:2")];
    expect([again.ref, other.ref === one.ref]).toEqual([one.ref, false]);
    expect(await findPayment(test.app, "sb_none")).toBeNull();
  });

  it("is decided once: whoever comes later changes nothing, and a challenge is passed once", async () => {
    const { ref } = await open();
    const other = await open();
    expect(await decide(ref, "challenge")).toBe("challenge");
    expect(await decide(ref, "challenge")).toBeNull();
    expect(await decide(ref, "paid")).toBe("paid");
    for (const status of ["paid", "cancelled", "challenge"] as const) expect(await decide(ref, status)).toBeNull();
    expect([await statusOf(ref), await statusOf(other.ref)]).toEqual(["paid", "open"]);
    const { rows } = await test.app.db.raw("select ref from sandbox_notices");
    expect(rows).toEqual([{ ref }]); // one, and none of the challenge
  });

  it("calls the job that delivers its notice as soon as it is decided", async () => {
    const { ref } = await open();
    const called: string[] = [];
    await decidePayment({ ...test.app, trigger: (job) => void called.push(job) }, ref, { status: "paid" });
    expect(called).toEqual([NOTICE_JOB]);
  });

  it("keeps why it failed and with which card it was tried", async () => {
    const { ref } = await open();
    await decidePayment(test.app, ref, { status: "failed", failCode: "declined", fingerprint: "card" });
    expect(await findPayment(test.app, ref)).toMatchObject({ fail_code: "declined", card_fingerprint: "card" });
  });

  it("that nobody pays is closed after an hour, not in it, and the shop is told", async () => {
    const start = Date.parse(test.app.clock.iso());
    later(start, 0);
    const [plain, challenged, paid] = [await open(), await open(), await open()];
    await decide(challenged.ref, "challenge");
    await decide(paid.ref, "paid");
    await deliver();
    expect(taken).toHaveLength(1);
    later(start, 3_600);
    await deliver();
    expect([await statusOf(plain.ref), taken.length]).toEqual(["open", 1]);
    stopClock(test, start + 3_600_001);
    await deliver();
    expect(await Promise.all([plain, challenged, paid].map(({ ref }) => statusOf(ref)))).toEqual([
      "failed",
      "failed",
      "paid",
    ]);
    expect(await findPayment(test.app, plain.ref)).toMatchObject({ fail_code: "expired" });
    expect(taken).toHaveLength(3);
  });
});

describe("a notice", () => {
  it("is signed, names its payment, and comes once when it is taken", async () => {
    const other = await open(); // of which there is nothing to say, and to somebody else
    await test.app.db.raw("update sandbox_payments set webhook_url = 'http://127.0.0.1:1/notices'");
    const { ref } = await open();
    await decide(ref, "paid");
    await deliver();
    await deliver();
    expect(taken).toHaveLength(1);
    const [{ body, headers, at }] = taken as [(typeof taken)[number]];
    const signed = {
      id: headers["webhook-id"],
      timestamp: headers["webhook-timestamp"],
      signature: headers["webhook-signature"],
    };
    expect(isSigned(SECRET, signed, Buffer.from(body), new Date(at))).toBe(true);
    expect(JSON.parse(body)).toEqual({ id: signed.id, ref });
    expect(await statusOf(other.ref)).toBe("open");
  });

  it("that is not taken comes again after pauses that double, an hour at most", async () => {
    const start = Date.parse(test.app.clock.iso());
    later(start, 0);
    const { ref } = await open();
    await decide(ref, "paid");
    answer = 500;
    let at = 0;
    for (const pause of [2, 4, 8]) {
      const before = taken.length;
      await deliver();
      expect(taken.length).toBe(before + 1);
      at += pause;
      stopClock(test, start + at * 1000 - 1);
      await deliver();
      expect(taken.length).toBe(before + 1); // not a moment earlier
      later(start, at);
    }
    await test.app.db.raw("update sandbox_notices set attempts = 30");
    await deliver();
    const { rows } = await test.app.db.raw("select due_at from sandbox_notices");
    expect(Date.parse((rows[0] as { due_at: string }).due_at)).toBe(start + (at + 3_600) * 1000);
    later(start, at + 3_600);
    answer = 204;
    await deliver();
    later(start, 10 * 3_600);
    await deliver();
    expect(taken).toHaveLength(5);
    expect(new Set(taken.map(({ body }) => body)).size).toBe(1);
  });

  it("waits for a shop that is not there", async () => {
    const { ref } = await open();
    await test.app.db.raw("update sandbox_payments set webhook_url = 'http://127.0.0.1:1/notices'");
    await decide(ref, "paid");
    await deliver();
    const { rows } = await test.app.db.raw("select delivered_at, attempts from sandbox_notices");
    expect(rows).toEqual([{ delivered_at: null, attempts: 1 }]);
  });
});
