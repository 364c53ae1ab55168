import { UserApi } from "@serenade/contract/account";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "./test/app.ts";
import { join } from "./test/cast.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const count = async (table: string): Promise<number> =>
  ((await test.app.db.raw(`select count(*)::int as n from ${table}`)).rows[0] as { n: number }).n;

describe("the hourly sweep", () => {
  it("forgets sessions, links and mails that are over, and nothing that is not", async () => {
    const anna = await join(test, "anna", { unconfirmed: true });
    await test.app.drain();
    await test.app.jobs.run("sweep");
    expect([await count("sessions"), await count("account_tokens"), await count("mail_outbox")]).toEqual([1, 1, 1]);
    expect((await anna.call(UserApi.current)).body.user?.name).toBe("Anna");
    await test.app.clock.advance(32 * 86_400);
    await test.app.jobs.run("sweep");
    expect([await count("sessions"), await count("account_tokens"), await count("mail_outbox")]).toEqual([0, 0, 0]);
    expect(await count("accounts")).toBe(1);
  });
});

describe("the queue", () => {
  it("runs its jobs by itself once started, and what is kicked soon", async () => {
    await test.app.jobs.start();
    await join(test, "bram", { unconfirmed: true });
    await expect.poll(() => count("mail_outbox where sent_at is not null"), { timeout: 15_000 }).toBe(1);
  });
});
