import { generateKeyPairSync } from "node:crypto";
import { connect } from "node:net";
import { UserApi } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import { NotificationsApi } from "@serenade/contract/notifications";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { createTransport } from "nodemailer";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { confirmBy, join, type Person } from "../../test/cast.ts";

interface Received extends Email {
  /** The raw message as received. */
  raw: Buffer;
  returnPath: string;
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A real SMTP server; `answer` may refuse a receiver with a code. */
let smtp: SMTPServer;
let received: Received[] = [];
let answer: (to: string) => string | null = () => null;
let test: TestApp;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _session, done) => {
      const answered = answer(address);
      done(
        answered
          ? Object.assign(new Error(answered.slice(4)), { responseCode: Number(answered.slice(0, 3)) })
          : undefined,
      );
    },
    onData: async (stream, session, done) => {
      const raw = Buffer.concat(await Array.fromAsync(stream));
      const { mailFrom } = session.envelope;
      received.push({ ...(await PostalMime.parse(raw)), raw, returnPath: mailFrom ? mailFrom.address : "" });
      done();
    },
  });
  await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
  test = await testApp({
    SMTP_URL: `smtp://127.0.0.1:${smtp.server.address().port}`,
    DKIM_DOMAIN: "example.test",
    DKIM_SELECTOR: "evening",
    DKIM_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString().replaceAll("\n", "\\n"),
    INBOUND_SMTP_PORT: "0",
    LOG_LEVEL: "silent",
  });
});
afterAll(async () => {
  await test.close();
  await new Promise<void>((closed) => smtp.close(closed));
});
beforeEach(async () => {
  await test.app.drain();
  received = [];
  answer = () => null;
});

const mailTo = (person: { email: string }) => received.find((mail) => mail.to?.[0]?.address === person.email);
const headerOf = (mail: Email, name: string) => mail.headers.find(({ key }) => key === name)?.value ?? null;
const disabledOf = async (person: Person) => (await person.call(UserApi.current)).body.user!.notifications_disabled;

/** The records of the sender's domain, as its name server would have them. */
async function records(name: string, type: string): Promise<string[][]> {
  if (name !== "evening._domainkey.example.test" || type !== "TXT") return [];
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  return [[`v=DKIM1; k=rsa; p=${key}`]];
}

/** A first message to `to` while they are away, which sends an optional email. */
async function firstMessage(to: Person, from: string): Promise<Received | undefined> {
  const sender = await join(test, from, { form: { gender: "man", looking_for: ["woman"] } });
  await test.app.clock.advance(600);
  await test.app.drain();
  received = []; // the confirming mails of both
  const body = { client_id: crypto.randomUUID(), profile: to.id, message: "Good evening" };
  const { status } = await sender.call(ChatApi.send, { body });
  expect(status).toBe(201);
  await test.app.drain();
  return mailTo(to);
}

describe("mail over SMTP", () => {
  it("arrives in text and HTML, in the member's language, with a link that works", async () => {
    const anna = await join(test, "anna", { unconfirmed: true });
    await test.app.drain();
    const [mail] = received;
    expect(mail).toMatchObject({
      subject: "Please confirm your email address",
      to: [{ address: "anna@example.test" }],
      from: { name: "Serenade" },
    });
    const link = /http\S+token=([\w-]+)/.exec(mail!.text!)!;
    expect(mail!.html).toContain(link[1]);
    expect((await confirmBy(anna, link[1]!)).status).toBe(200);
  });

  it("is sent once, also when the sender runs twice at the same moment", async () => {
    await join(test, "bram", { unconfirmed: true });
    await Promise.all([test.app.drain(), test.app.drain(), test.app.drain()]);
    expect(received.map((mail) => mail.to?.[0]?.address)).toEqual(["bram@example.test"]);
  });

  it("is tried again after growing pauses when the server refuses for now, and given up after two days", async () => {
    answer = (to) => (to.startsWith("later") || to.startsWith("full") ? "451 try later" : null);
    const later = await join(test, "later", { unconfirmed: true });
    const full = await join(test, "full", { unconfirmed: true });
    await test.app.drain();
    answer = (to) => (to.startsWith("full") ? "451 try later" : null);
    await test.app.drain();
    expect(received).toEqual([]); // not yet
    await test.app.clock.advance(90);
    await test.app.drain();
    expect(received.map((mail) => mail.to?.[0]?.address)).toEqual([later.email]);
    for (let hour = 0; hour < 60; hour++) {
      await test.app.clock.advance(3_600);
      await test.app.drain();
    }
    answer = () => null;
    await test.app.clock.advance(86_400);
    await test.app.drain();
    expect(mailTo(full)).toBeUndefined();
    expect(await disabledOf(full)).toEqual([]); // slow is not wrong
  });

  it("is signed by DKIM so that its domain vouches for every header that matters", async () => {
    const carla = await join(test, "carla");
    const mail = (await firstMessage(carla, "dario"))!;
    const { results } = await dkimVerify(mail.raw, { resolver: records });
    expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
      ["pass", "example.test"],
    ]);
    for (const name of ["list-unsubscribe", "list-unsubscribe-post", "from", "subject", "x-user"])
      expect(results[0]!.signingHeaders.keys.toLowerCase().split(/\s*:\s*/)).toContain(name);
    const forged = Buffer.from(
      mail.raw.toString().replace("List-Unsubscribe-Post: List-", "List-Unsubscribe-Post: X-"),
    );
    expect((await dkimVerify(forged, { resolver: records })).results[0]!.status.result).toBe("fail");
  });
});

describe("an address that does not take mails", () => {
  it("is a bounce when the server reports an unknown address, and not when it refuses the sender", async () => {
    answer = (to) =>
      to.startsWith("gone") ? "550 5.1.1 no such user" : to.startsWith("relay") ? "554 5.7.1 relay denied" : null;
    const gone = await join(test, "gone", { unconfirmed: true });
    const relay = await join(test, "relay", { unconfirmed: true });
    await test.app.drain();
    expect(await disabledOf(gone)).toEqual(["bounce"]);
    expect(await disabledOf(relay)).toEqual([]);
    answer = () => null;
    await test.app.clock.advance(86_400);
    await test.app.drain();
    expect([mailTo(gone), mailTo(relay)]).toEqual([undefined, undefined]); // permanent refusals are not retried
  });

  it("still gets mails about the account, no others, and is back once a link proves that it works", async () => {
    answer = (to) => (to.startsWith("hedda") ? "550 5.1.1 no such user" : null);
    const hedda = await join(test, "hedda", { unconfirmed: true });
    await test.app.drain();
    answer = () => null;
    expect(await disabledOf(hedda)).toEqual(["bounce"]);
    const resumed = await hedda.call(NotificationsApi.resume, { body: { reason: "bounce" } });
    expect(resumed.body.preferences.disabled).toEqual(["bounce"]); // a request alone does not prove the address
    await test.app.drain();
    const mail = mailTo(hedda)!;
    expect(mail.subject).toBe("Does this address work?");
    const [, token] = /token=([\w-]+)/.exec(mail.text!)!;
    expect((await confirmBy(hedda, token!)).status).toBe(200);
    expect(await disabledOf(hedda)).toEqual([]);
    expect(await firstMessage(hedda, "emil")).toBeTruthy();
  });
});

describe("one-click unsubscribing", () => {
  // spec: 4.mails-disabled-listunsubscribe
  it("works from its headers alone: no cookie, no origin, once and again", async () => {
    const iris = await join(test, "iris");
    const mail = (await firstMessage(iris, "jan"))!;
    expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const [, url] = /^<(\S+)>$/.exec(headerOf(mail, "list-unsubscribe")!)!;
    const { pathname, search } = new URL(url!);
    for (const body of [new URLSearchParams({ "List-Unsubscribe": "One-Click" }), multipart()]) {
      const clicked = await fetch(test.url + pathname + search, { method: "POST", body, redirect: "manual" });
      expect([clicked.status, clicked.headers.get("set-cookie")]).toEqual([200, null]);
      expect(await disabledOf(iris)).toEqual(["listunsubscribe"]);
    }
    expect(await firstMessage(iris, "karl")).toBeUndefined();
    const back = await iris.call(NotificationsApi.resume, { body: { reason: "listunsubscribe" } });
    expect(back.body.preferences.disabled).toEqual([]);
    expect(await firstMessage(iris, "lars")).toBeTruthy();
  });

  it("never happens on a GET, which redirects to the confirmation page", async () => {
    const mia = await join(test, "mia");
    const mail = (await firstMessage(mia, "nils"))!;
    const { pathname, search } = new URL(headerOf(mail, "list-unsubscribe")!.slice(1, -1));
    for (const method of ["GET", "HEAD"]) {
      const opened = await fetch(test.url + pathname + search, { method, redirect: "manual" });
      expect([opened.status, opened.headers.get("location")]).toEqual([303, `/unsubscribe${search}`]);
    }
    expect(await disabledOf(mia)).toEqual([]);
  });

  it("refuses another member's name, an altered signature, and the name of a bounce", async () => {
    const [olga, petra] = [await join(test, "olga"), await join(test, "petra")];
    const mail = (await firstMessage(olga, "otto"))!;
    const token = new URL(headerOf(mail, "list-unsubscribe")!.slice(1, -1)).searchParams.get("token")!;
    const foreign = token.replace(/\.[0-9a-z]+-/, `.${petra.number.toString(36)}-`);
    const altered = token.slice(0, -1) + (token.endsWith("0") ? "1" : "0");
    for (const wrong of [foreign, altered, headerOf(mail, "x-user")!, "1.1-0", "nothing"]) {
      const answer = await fetch(`${test.url}/api/unsubscribe.php?token=${wrong}`, { method: "POST" });
      expect(answer.status).toBe(404);
    }
    expect([await disabledOf(olga), await disabledOf(petra)]).toEqual([[], []]);
  });

  it("is not offered where one cannot do without: confirmations say so by having no such header", async () => {
    const rosa = await join(test, "rosa", { unconfirmed: true });
    await test.app.drain();
    expect(headerOf(mailTo(rosa)!, "list-unsubscribe")).toBeNull();
  });
});

describe("reports about mails, over SMTP", () => {
  /** Submits a report as a mail server would. */
  async function report(to: string, type: string, parts: [type: string, text: string][]): Promise<void> {
    const transport = createTransport({ host: "127.0.0.1", port: test.app.inbound!.port, ignoreTLS: true });
    const bodies = parts.map(([part, text]) => `--report\r\nContent-Type: ${part}\r\n\r\n${text}\r\n`);
    const head = `From: MAILER-DAEMON@mx.test\r\nTo: ${to}\r\nSubject: Report\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=${type}; boundary=report\r\n\r\n`;
    const raw = `${head}${bodies.join("")}--report--\r\n`;
    await transport.sendMail({ envelope: { from: "", to }, raw });
    transport.close();
  }
  const bounced = (address: string, status = "5.1.1", action = "failed"): [string, string][] => [
    ["text/plain", "It could not be delivered."],
    [
      "message/delivery-status",
      `Reporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; ${address}\r\nAction: ${action}\r\nStatus: ${status}`,
    ],
  ];
  const complained = (user: string, kind = "abuse"): [string, string][] => [
    ["text/plain", "A member of ours marked this as spam."],
    ["message/feedback-report", `Feedback-Type: ${kind}\r\nUser-Agent: mx.test/1\r\nVersion: 1`],
    ["message/rfc822", `From: support@example.test\r\nSubject: Hello\r\nX-User: ${user}\r\n\r\nText`],
  ];
  async function mailOf(name: string): Promise<[Person, Received]> {
    const person = await join(test, name, { unconfirmed: true });
    await test.app.drain();
    return [person, mailTo(person)!];
  }

  // spec: 4.mails-disabled-bounce
  it("a delivery failure at the return path is a bounce; a delay, a policy and an address alone are not", async () => {
    const [sara, mail] = await mailOf("sara");
    expect(mail.returnPath).toMatch(/^bounce\+1\.[0-9a-z]+-[0-9a-f]{32}@example\.test$/);
    await report(mail.returnPath, "delivery-status", bounced(sara.email, "4.2.2", "delayed"));
    await report(mail.returnPath, "delivery-status", bounced(sara.email, "5.7.1"));
    await report("support@example.test", "delivery-status", bounced(sara.email));
    expect(await disabledOf(sara)).toEqual([]);
    await report(mail.returnPath.toUpperCase(), "delivery-status", bounced(sara.email));
    expect(await disabledOf(sara)).toEqual(["bounce"]);
  });

  // spec: 4.mails-disabled-fbl
  it("a complaint is attributed by X-User of the returned mail; other feedback types do nothing", async () => {
    const [tina, mail] = await mailOf("tina");
    const user = headerOf(mail, "x-user")!;
    await report("fbl@example.test", "feedback-report", complained(user, "not-spam"));
    expect(await disabledOf(tina)).toEqual([]);
    await report("fbl@example.test", "feedback-report", complained(user));
    expect(await disabledOf(tina)).toEqual(["fbl"]);
    const back = await tina.call(NotificationsApi.resume, { body: { reason: "fbl" } });
    expect(back.body.preferences.disabled).toEqual([]);
  });

  it("forged ones do nothing: another member's number, a guess, the unsubscribe's name", async () => {
    const [ulla, mail] = await mailOf("ulla");
    const [vera] = await mailOf("vera");
    const mine = headerOf(mail, "x-user")!;
    const hers = mine.replace(/\.[0-9a-z]+-/, `.${vera.number.toString(36)}-`);
    const guess = mine.replace(/-.*/, `-${"0".repeat(32)}`);
    for (const name of [hers, guess, "vera", String(vera.number)]) {
      await report(`bounce+${name}@example.test`, "delivery-status", bounced(vera.email));
      await report("fbl@example.test", "feedback-report", complained(name));
    }
    expect([await disabledOf(ulla), await disabledOf(vera)]).toEqual([[], []]);
  });

  it("a bounce of a former address does not affect the new one", async () => {
    const [wilma, mail] = await mailOf("wilma");
    const rename = "update accounts set email = $2, email_key = $2 where site_id = 1 and member_id = $1";
    await report(mail.returnPath, "delivery-status", bounced(wilma.email));
    expect(await disabledOf(wilma)).toEqual(["bounce"]);
    await test.app.db.raw(rename, [wilma.number, "wilma.new@example.test"]);
    expect(await disabledOf(wilma)).toEqual([]);
    await report(mail.returnPath, "delivery-status", bounced(wilma.email));
    expect(await disabledOf(wilma)).toEqual([]);
  });

  it("everything else is accepted and dropped: no report, malformed, far too large", async () => {
    const [xenia, mail] = await mailOf("xenia");
    await report(mail.returnPath, "delivery-status", [["text/plain", "I am on holiday."]]);
    await report(mail.returnPath, "delivery-status", [["message/delivery-status", "\u0000;;"]]);
    const large = [...bounced(xenia.email), ["text/plain", "x".repeat(400_000)]] as [string, string][];
    await report(mail.returnPath, "delivery-status", large).catch(() => {}); // the size is refused by its announcement
    expect(await disabledOf(xenia)).toEqual([]);
  });
});

describe("the port for reports", () => {
  it("rate limits a network", async () => {
    const port = test.app.inbound!.port;
    const answers: string[] = [];
    for (let n = 0; n < 130; n++) answers.push(await greeting(port));
    expect(answers.slice(0, 10).every((line) => line.startsWith("220"))).toBe(true);
    expect(answers.at(-1)).toMatch(/^421/);
  });
});

/** The first line that a mail server says. */
function greeting(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", (error) => resolve(error.message));
    socket.once("data", (data) => {
      resolve(String(data));
      socket.destroy();
    });
  });
}

function multipart(): FormData {
  const form = new FormData();
  form.append("List-Unsubscribe", "One-Click");
  return form;
}
