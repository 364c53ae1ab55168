/** Tokens of mails: for one purpose, once, until they expire or are withdrawn. */
import { DepartureApi } from "@serenade/contract/security";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, PASSWORD, type Person } from "../../../test/cast.ts";
import { restoreClock, stopClock } from "../../../test/clock.ts";
import { dropTokens, isOpenToken, issueToken, type Purpose, spendToken, sweepTokens, takeToken } from "./commands.ts";

let test: TestApp;
let start: number;
beforeAll(async () => {
  test = await testApp();
  start = Date.parse(test.app.clock.iso());
});
afterEach(restoreClock);
afterAll(() => test.close());

const SECONDS = 600;
const issue = ({ number }: Person, purpose: Purpose, address?: { email: string; key: string }) =>
  test.app.db.transaction((tx) =>
    issueToken(test.app, tx, 1, { member: number, purpose, seconds: SECONDS, ...(address && { address }) }),
  );
const spend = (purpose: Purpose, token: string) =>
  test.app.db.transaction((tx) => spendToken(test.app, tx, 1, purpose, token));
const take = (purpose: Purpose, token: string) =>
  test.app.db.transaction((tx) => takeToken(test.app, tx, 1, purpose, token));
const isOpen = (purpose: Purpose, token: string) => isOpenToken(test.app, 1, purpose, token);
const drop = ({ number }: Person, purposes: Purpose[]) =>
  test.app.db.transaction((tx) => dropTokens(tx, 1, number, purposes));
const count = async ({ number }: Person) =>
  (await test.app.db.raw("select 1 from account_tokens where member_id = $1", [number])).rows.length;

describe("a token", () => {
  it("is spent once, by its own secret, for its own purpose, and says whose it is", async () => {
    const [anna, bram] = [await join(test, "anna"), await join(test, "bram")];
    const [hers, his] = [await issue(anna, "reset"), await issue(bram, "reset")];
    expect([await isOpen("reset", hers), await isOpen("reset", his)]).toEqual([true, true]);
    expect([await isOpen("export", hers), await isOpen("reset", "guessed")]).toEqual([false, false]);
    expect([await spend("export", hers), await spend("reset", "guessed")]).toEqual([null, null]);
    expect(await spend("reset", hers)).toBe(anna.number);
    expect([await isOpen("reset", hers), await isOpen("reset", his)]).toEqual([false, true]);
    expect(await spend("reset", hers)).toBeNull();
    expect(await spend("reset", his)).toBe(bram.number);
  });

  it("is stored as a hash", async () => {
    const carol = await join(test, "carol");
    const secret = await issue(carol, "reset");
    const { rows } = await test.app.db.raw("select * from account_tokens where member_id = $1", [carol.number]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it("gives back the address that it is about, or none", async () => {
    const dirk = await join(test, "dirk");
    const address = { email: "Dirk.New@example.test", key: "dirk.new@example.test" };
    const about = await take("mail_change", await issue(dirk, "mail_change", address));
    expect(about).toEqual({ member_id: dirk.number, detail: address.email });
    const keys = "select detail_key from account_tokens where member_id = $1 and detail is not null";
    expect((await test.app.db.raw(keys, [dirk.number])).rows).toEqual([{ detail_key: address.key }]);
    expect(await take("reset", await issue(dirk, "reset"))).toEqual({ member_id: dirk.number, detail: null });
  });

  it("works until the moment at which it expires, and is deleted after it, each for itself", async () => {
    const elin = await join(test, "elin", { unconfirmed: true }); // with the token of her sign-up
    stopClock(test, start);
    const token = await issue(elin, "reset");
    const other = await issue(elin, "reset");
    stopClock(test, start + SECONDS * 1_000 - 1);
    expect(await isOpen("reset", token)).toBe(true);
    expect(await spend("reset", token)).toBe(elin.number);
    stopClock(test, start + SECONDS * 1_000);
    expect([await isOpen("reset", other), await spend("reset", other)]).toEqual([false, null]);
    await sweepTokens(test.app);
    expect(await count(elin)).toBe(3);
    stopClock(test, start + SECONDS * 1_000 + 1);
    await sweepTokens(test.app);
    expect(await count(elin)).toBe(1);
  });

  it("is withdrawn with those of its member and purpose alone", async () => {
    const [fay, gil] = [await join(test, "fay"), await join(test, "gil")];
    const [reset, change, undo, his] = [
      await issue(fay, "reset"),
      await issue(fay, "mail_change"),
      await issue(fay, "mail_undo"),
      await issue(gil, "reset"),
    ];
    await drop(fay, ["reset", "mail_change"]);
    expect([await isOpen("reset", reset), await isOpen("mail_change", change)]).toEqual([false, false]);
    expect([await isOpen("mail_undo", undo), await isOpen("reset", his)]).toEqual([true, true]);
  });

  it("of a member who leaves works until the fourteen days are over; those of others work on", async () => {
    const [hugo, ida] = [await join(test, "hugo"), await join(test, "ida")];
    stopClock(test, start);
    await hugo.call(DepartureApi.leave, { body: { password: PASSWORD, reason: "pause" } });
    const due = start + 14 * 86_400_000;
    stopClock(test, due - 1_000);
    const [his, hers] = [await issue(hugo, "reset"), await issue(ida, "reset")];
    stopClock(test, due - 1);
    expect([await isOpen("reset", his), await isOpen("reset", hers)]).toEqual([true, true]);
    const another = await issue(hugo, "export");
    expect(await spend("export", another)).toBe(hugo.number);
    stopClock(test, due);
    expect([await isOpen("reset", his), await isOpen("reset", hers)]).toEqual([false, true]);
    expect([await spend("reset", his), await spend("reset", hers)]).toEqual([null, ida.number]);
  });
});
