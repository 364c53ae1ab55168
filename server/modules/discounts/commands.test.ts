/** The welcome bonus and codes of single members: how long they work, for whom, and how often (product.md 7, §4 Time bonus). */
import { CreditsApi } from "@serenade/contract/credits";
import { DiscountApi } from "@serenade/contract/discounts";
import { WELCOME_CODE } from "@serenade/contract/limits";
import { PaymentApi } from "@serenade/contract/payments";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";
import { restoreClock, stopClock } from "../../test/clock.ts";
import { eraseDiscounts, makeCode, returnCode, spendCode } from "./commands.ts";
import { exportDiscounts, findDiscount } from "./queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterEach(restoreClock);
afterAll(() => test.close());

const HOUR = 3_600;
const ask = async (person: Person, query: { code?: string; welcome?: "true" }) => {
  const { status, body } = await person.call(DiscountApi.read, { query });
  return status === 200 ? body : `${status} ${body.error}`;
};
/** The amount of the order, or why there is none. 24.99 without a discount, 18.74 with a quarter off. */
async function buy(person: Person, discountcode?: string) {
  const { status, body } = await order(person, discountcode);
  return status === 201 ? body.transaction.total.amount : `${status} ${body.error}`;
}
const order = (person: Person, discountcode?: string) =>
  person.call(PaymentApi.start, {
    body: { bundle: "p1", paymentmethod: "card", ...(discountcode ? { discountcode } : {}) },
  });
const press = async (redirect: string, form: Record<string, string>) => {
  await fetch(redirect, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });
  await test.app.drain();
};
const offered = async (person: Person) => (await person.call(CreditsApi.read)).body.discount;
const codeFor = (person: Person, percent: number, hours = 24) =>
  test.app.db.transaction((tx) =>
    makeCode(test.app, tx, { site: 1, member: person.number, percent, hours, prefix: "TEST" }),
  );
const spend = (person: Person, code: string, number: number) =>
  test.app.db.transaction((tx) =>
    spendCode(test.app, tx, { site: 1, code, member: person.number, order: number, amount: 0 }),
  );
const comeToNothing = (person: Person, number: number) =>
  test.app.db.transaction((tx) => returnCode(tx, 1, person.number, number));
const find = async (person: Person, code: string) =>
  (await findDiscount(test.app.db, 1, person.number, code, test.app.clock.iso())).status;

describe("the welcome bonus", () => {
  // spec: 1.welcome-discount, 4.bonus-inactive, 6.welcome-discount, 9.bonus-code, 9.bonus-window
  it("works for four hours after the member's own sign-up: in the last second, and no more in the next", async () => {
    await join(test, "anna");
    await test.app.clock.advance(3 * HOUR);
    const bram = await join(test, "bram");
    const { rows } = await test.app.db.raw("select created_at from members where id = $1", [bram.number]);
    const end = new Date((rows[0] as { created_at: string }).created_at).getTime() + 4 * HOUR * 1000;
    expect(await ask(bram, { welcome: "true" })).toMatchObject({
      code: WELCOME_CODE,
      value_percentage: 25,
      expires: new Date(end).toISOString(),
      user_id: bram.id,
    });
    stopClock(test, end - 1);
    expect(await ask(bram, { welcome: "true" })).toMatchObject({ code: WELCOME_CODE });
    const last = await order(bram, WELCOME_CODE);
    expect(last.body.transaction.total.amount).toBe(1_874);
    await bram.call(PaymentApi.cancel, { body: { id: last.body.transaction.id } });
    stopClock(test, end);
    expect(await ask(bram, { welcome: "true" })).toBe("404 code_not_found");
    expect(await buy(bram, WELCOME_CODE)).toBe("404 code_not_found");
    expect(await buy(bram)).toBe(2_499);
    stopClock(test, end + 1_000);
    expect(await buy(bram, WELCOME_CODE)).toBe("404 code_not_found");
  });

  // spec: 4.bonus-or-welcome
  it("comes before a code of one's own while it runs, and no longer once it is used or over", async () => {
    const [ida, ulf] = [await join(test, "ida"), await join(test, "ulf")];
    const [hers, his] = [await codeFor(ida, 40), await codeFor(ulf, 40)];
    for (const person of [ida, ulf]) expect(await offered(person)).toMatchObject({ code: WELCOME_CODE, percent: 25 });
    expect(await buy(ida, WELCOME_CODE)).toBe(1_874);
    expect(await offered(ida)).toMatchObject({ code: hers.code });
    await test.app.clock.advance(4 * HOUR);
    expect(await offered(ulf)).toMatchObject({ code: his.code });
  });

  // spec: 4.bonus-inactive, 6.welcome-discount, 5.code-used
  it("is for the first purchase: a premium member has used it, and somebody else's use is not one's own", async () => {
    const [carol, dirk, elin] = [
      await join(test, "carol", { premium: true }),
      await join(test, "dirk"),
      await join(test, "elin"),
    ];
    expect(await ask(carol, { welcome: "true" })).toBe("409 code_used");
    expect(await buy(carol, WELCOME_CODE)).toBe("409 code_used");
    expect(await buy(dirk, WELCOME_CODE)).toBe(1_874);
    expect(await ask(dirk, { code: WELCOME_CODE })).toBe("409 code_used");
    expect(await ask(elin, { code: WELCOME_CODE.toLowerCase() })).toMatchObject({ code: WELCOME_CODE });
  });

  it("is nothing for somebody who is no member any more", async () => {
    const now = test.app.clock.iso();
    expect(await findDiscount(test.app.db, 1, 1, WELCOME_CODE, now)).toEqual({ status: "none" });
  });

  // spec: 9.bonus-code
  it("is given to one of many orders of a member at the same moment", async () => {
    const fay = await join(test, "fay");
    const amounts = await Promise.all(Array.from({ length: 6 }, () => buy(fay, WELCOME_CODE)));
    expect(amounts.sort()).toEqual([1_874, ...Array(5).fill("409 code_used")]);
  });

  it.each([
    ["was declined", { act: "pay", card: "4000000000000002" }],
    ["was given up at the provider", { act: "cancel" }],
  ])("is given back by an order that %s, and works again, once", async (what, form) => {
    const gus = await join(test, `gus${what.length}`);
    const { body } = await order(gus, WELCOME_CODE);
    expect(await buy(gus, WELCOME_CODE)).toBe("409 code_used");
    await press(body.redirect!, form);
    expect(await ask(gus, { welcome: "true" })).toMatchObject({ code: WELCOME_CODE });
    const again = await order(gus, WELCOME_CODE);
    expect(again.body.transaction.total.amount).toBe(1_874);
    await press(again.body.redirect!, { act: "pay", card: "4242424242424242" });
    expect(await ask(gus, { welcome: "true" })).toBe("409 code_used");
    expect(await buy(gus, WELCOME_CODE)).toBe("409 code_used");
  });
});

describe("a member's own code", () => {
  // spec: 5.code-not-found
  it("works to the last moment of its hours, for this member only, in any case of its letters", async () => {
    const [hans, inge] = [await join(test, "hans", { premium: true }), await join(test, "inge")];
    stopClock(test, test.app.clock.iso());
    const { code, percent, expires_at } = await codeFor(hans, 40, 24);
    expect(code).toMatch(/^TEST-[A-HJ-NP-Z2-9]{8}$/);
    expect([percent, Date.parse(expires_at)]).toEqual([40, Date.parse(test.app.clock.in(24 * HOUR))]);
    expect(await ask(hans, { code: code.toLowerCase() })).toMatchObject({
      code,
      value_percentage: 40,
      user_id: hans.id,
    });
    expect(await ask(inge, { code })).toBe("404 code_not_found");
    expect(await ask(hans, { code: "TEST-AAAAAAAA" })).toBe("404 code_not_found");
    expect(await ask(hans, {})).toBe("404 code_not_found");
    const end = Date.parse(expires_at);
    stopClock(test, end - 1);
    expect(await ask(hans, { code })).toMatchObject({ code, expires: new Date(end).toISOString() });
    expect(await offered(hans)).toMatchObject({ code });
    stopClock(test, end);
    expect(await ask(hans, { code })).toBe("404 code_not_found");
    expect(await offered(hans)).toBeNull();
    expect(await buy(hans, code)).toBe("404 code_not_found");
  });

  it("is offered where credits are bought: the best that is not used, and nobody else's", async () => {
    const [jan, kim] = [await join(test, "jan", { premium: true }), await join(test, "kim")];
    const [small, big] = [await codeFor(jan, 10), await codeFor(jan, 30)];
    await codeFor(kim, 90);
    expect(await offered(jan)).toEqual({
      code: big.code,
      percent: 30,
      expires: new Date(big.expires_at).toISOString(),
    });
    expect(await buy(jan, big.code)).toBe(1_749);
    expect(await offered(jan)).toMatchObject({ code: small.code, percent: 10 });
    expect(await ask(jan, { code: big.code })).toBe("409 code_used");
    expect(await ask(jan, { code: small.code })).toMatchObject({ code: small.code });
    await spend(kim, small.code, 1); // a use of hers is none of his
    expect(await offered(jan)).toMatchObject({ code: small.code });
  });

  it("is used by one order: again for the same is once, for another one is refused", async () => {
    const leo = await join(test, "leo");
    const { code } = await codeFor(leo, 20);
    expect(await find(leo, code)).toBe("open");
    await spend(leo, code, 1);
    await spend(leo, code, 1);
    expect(await find(leo, code)).toBe("used");
    await expect(spend(leo, code, 2)).rejects.toMatchObject({ code: "code_used" });
    const { rows } = await test.app.db.raw("select order_id from discount_uses where member_id = $1", [leo.number]);
    expect(rows).toEqual([{ order_id: 1 }]);
    await test.app.clock.advance(24 * HOUR);
    expect(await find(leo, code)).toBe("none"); // what is over is not found, used or not
  });

  it("is given back by its own order and by no other, and by its own member", async () => {
    const [mia, ned] = [await join(test, "mia"), await join(test, "ned")];
    const [one, two] = [await codeFor(mia, 10), await codeFor(mia, 20)];
    const his = await codeFor(ned, 10);
    await spend(mia, one.code, 1);
    await spend(mia, two.code, 2);
    await spend(ned, his.code, 1);
    await comeToNothing(mia, 1);
    expect(await Promise.all([find(mia, one.code), find(mia, two.code), find(ned, his.code)])).toEqual([
      "open",
      "used",
      "used",
    ]);
  });

  it("is copied out and erased with its member, and nobody else's with it", async () => {
    const [olga, pim] = [await join(test, "olga"), await join(test, "pim")];
    const [hers, his] = [await codeFor(olga, 10), await codeFor(pim, 20)];
    await spend(olga, hers.code, 1);
    await spend(pim, his.code, 2);
    const copied = await exportDiscounts(test.app.db, 1, pim.number);
    expect(copied).toEqual({
      discount_codes: [expect.objectContaining({ code: his.code, percent: 20 })],
      discount_uses: [expect.objectContaining({ code: his.code, order_id: 2 })],
    });
    expect(JSON.stringify(copied)).not.toContain("site_id");
    await test.app.db.transaction((tx) => eraseDiscounts(tx, 1, olga.number));
    expect(await exportDiscounts(test.app.db, 1, olga.number)).toEqual({ discount_codes: [], discount_uses: [] });
    expect(await exportDiscounts(test.app.db, 1, pim.number)).toEqual(copied);
  });
});
