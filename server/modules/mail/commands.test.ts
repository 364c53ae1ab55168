import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { confirmBy, join } from "../../test/cast.ts";

/** A mail server that really speaks SMTP; `answer` may refuse a receiver with a code. */
let smtp: SMTPServer;
let received: Email[] = [];
let answer: (to: string) => number | null = () => null;
let test: TestApp;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = answer(address);
      done(responseCode ? Object.assign(new Error("not now"), { responseCode }) : undefined);
    },
    onData: async (stream, _session, done) => {
      received.push(await PostalMime.parse(Buffer.concat(await Array.fromAsync(stream))));
      done();
    },
  });
  await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
  test = await testApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.server.address().port}`, LOG_LEVEL: "silent" });
});
afterAll(async () => {
  await test.close();
  await new Promise<void>((closed) => smtp.close(closed));
});
beforeEach(() => {
  received = [];
  answer = () => null;
});

describe("mail over SMTP", () => {
  it("arrives in text and HTML, in the member's language, with a link that works", async () => {
    const anna = await join(test, "anna", { unconfirmed: true });
    await test.app.drain();
    const [mail] = received;
    expect(mail).toMatchObject({
      subject: "Please confirm your e-mail address",
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

  it("is tried again later when the server refuses for now, and given up when it refuses for good", async () => {
    answer = (to) => (to.startsWith("later") ? 451 : to.startsWith("never") ? 550 : null);
    await join(test, "later", { unconfirmed: true });
    await join(test, "never", { unconfirmed: true });
    await test.app.drain();
    expect(received).toEqual([]);
    answer = () => null;
    await test.app.drain();
    expect(received).toEqual([]); // not yet
    await test.app.clock.advance(600);
    await test.app.drain();
    expect(received.map((mail) => mail.to?.[0]?.address)).toEqual(["later@example.test"]);
  });
});
