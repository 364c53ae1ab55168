/** Discounts that staff give out: for whom they work, how often, how long, and for how much in all (§3 Discount code). */
import { DiscountApi } from "@serenade/contract/discounts";
import { PaymentApi } from "@serenade/contract/payments";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, type Person } from "../../../test/cast.ts";
import { restoreClock, stopClock } from "../../../test/clock.ts";
import { eraseDiscounts } from "../commands.ts";
import {
  activateCampaign,
  addCode,
  createCampaign,
  endCampaign,
  generateCodes,
  type NewCampaign,
  spendCampaign,
} from "./commands.ts";
import { getCampaign, listCampaigns } from "./queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterEach(restoreClock);
afterAll(() => test.close());

const DAY = 86_400;
const TERMS: Omit<NewCampaign, "starts" | "ends"> = {
  name: "Spring",
  percent: 20,
  amount: null,
  currency: null,
  minimumOrder: 0,
  country: null,
  paymentmethods: null,
  maxUses: null,
  maxSpent: null,
};
let made = 0;
/** An active campaign with one code for everybody; its id and its code. */
async function campaign(terms: Partial<NewCampaign> = {}, member: number | null = null) {
  const window = { starts: test.app.clock.in(-DAY), ends: test.app.clock.in(DAY) };
  const id = await createCampaign(test.app, 1, { ...TERMS, ...window, ...terms });
  const code = await addCode(test.app, 1, id, { code: `spring-${++made}`, member });
  await activateCampaign(test.app, 1, id);
  return { id, code };
}
const order = (
  person: Person,
  discountcode: string,
  choice: { bundle?: "p0" | "p1"; paymentmethod?: "card" | "paypal" } = {},
) => person.call(PaymentApi.start, { body: { bundle: "p1", paymentmethod: "card", ...choice, discountcode } });
/** The price of the order, or why there is none. A p1 costs 24.99 without a discount. */
async function buy(person: Person, code: string, choice: Parameters<typeof order>[2] = {}) {
  const { status, body } = await order(person, code, choice);
  return status === 201 ? body.transaction.total.amount : `${status} ${body.error}`;
}
async function ask(person: Person, code: string) {
  const { status, body } = await person.call(DiscountApi.read, { query: { code } });
  return status === 200 ? body : `${status} ${body.error}`;
}
const counted = async (id: number) => {
  const { uses, spent } = await getCampaign(test.app.db, 1, id);
  return { uses, spent };
};

describe("a campaign's code", () => {
  it("works for every member once, in any case, and says its terms", async () => {
    const [anna, bram] = [await join(test, "anna"), await join(test, "bram")];
    const { id, code } = await campaign();
    expect(await ask(anna, ` ${code.toLowerCase()} `)).toMatchObject({
      code,
      value_percentage: 20,
      value_amount: null,
      user_id: null,
      minimum_order_value: 0,
      validity: "once-per-user",
      paymentmethods: null,
    });
    expect(await buy(anna, code)).toBe(1_999);
    expect(await ask(anna, code)).toBe("409 code_used");
    expect(await buy(anna, code)).toBe("409 code_used");
    expect(await buy(bram, code)).toBe(1_999);
    expect(await counted(id)).toEqual({ uses: 2, spent: 1_000 });
  });

  it("takes an amount off in its currency, from its smallest order on", async () => {
    const carl = await join(test, "carl");
    const euros = await campaign({ percent: null, amount: 500, currency: "EUR", minimumOrder: 2_000 });
    expect(await ask(carl, euros.code)).toMatchObject({ value_percentage: 0, value_amount: 500, currency: "EUR" });
    expect(await buy(carl, euros.code, { bundle: "p0" })).toBe("409 code_minimum");
    expect(await buy(carl, euros.code)).toBe(1_999);
    const pounds = await campaign({ percent: null, amount: 500, currency: "GBP" });
    expect(await buy(carl, pounds.code)).toBe("404 code_not_found");
    expect(await counted(pounds.id)).toEqual({ uses: 0, spent: 0 });
  });

  it("is for its country, its payment methods and its member", async () => {
    const [dora, emil] = [await join(test, "dora"), await join(test, "emil")];
    const { rows } = await test.app.db.raw("select country from members where id = $1", [dora.number]);
    const home = (rows[0] as { country: string }).country;
    const [here, away] = [await campaign({ country: home }), await campaign({ country: home === "SE" ? "DK" : "SE" })];
    expect([await buy(dora, here.code), await buy(dora, away.code)]).toEqual([1_999, "404 code_not_found"]);
    const paypal = await campaign({ paymentmethods: ["paypal"] });
    expect(await buy(dora, paypal.code)).toBe("409 code_method");
    expect(await buy(dora, paypal.code, { paymentmethod: "paypal" })).toBe(1_999);
    const hers = await campaign({}, dora.number);
    expect(await ask(dora, hers.code)).toMatchObject({ user_id: dora.id });
    expect([await buy(emil, hers.code), await buy(dora, hers.code)]).toEqual(["404 code_not_found", 1_999]);
  });

  it("works from its first moment to the last before its end, and while it is active", async () => {
    const [finn, gwen] = [await join(test, "finn"), await join(test, "gwen")];
    const now = Date.parse(test.app.clock.iso());
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    const { id, code } = await campaign({ starts: at(60), ends: at(120) });
    stopClock(test, now + 59_999);
    expect(await ask(finn, code)).toBe("404 code_not_found");
    stopClock(test, now + 60_000);
    expect(await ask(finn, code)).toMatchObject({ expires: at(120) });
    stopClock(test, now + 119_999);
    expect(await buy(finn, code)).toBe(1_999);
    stopClock(test, now + 120_000);
    expect(await buy(gwen, code)).toBe("404 code_not_found");
    stopClock(test, now + 119_000);
    await endCampaign(test.app, 1, id);
    expect(await buy(gwen, code)).toBe("404 code_not_found");
    const draft = await createCampaign(test.app, 1, { ...TERMS, starts: at(0), ends: at(999) });
    const early = await addCode(test.app, 1, draft, { code: "NOT-YET" });
    expect(await buy(gwen, early)).toBe("404 code_not_found");
  });
});

describe("generated codes", () => {
  it("work once each, whoever is first, and are free again when the order comes to nothing", async () => {
    const [hugo, ines] = [await join(test, "hugo"), await join(test, "ines")];
    const { id } = await campaign();
    const codes = await generateCodes(test.app, 1, id, { count: 1_200, prefix: "gift" });
    expect(new Set(codes).size).toBe(1_200);
    expect(codes.every((code) => /^GIFT-[A-HJ-NP-Z2-9]{8}$/.test(code))).toBe(true);
    const [one] = codes as [string];
    expect(await ask(hugo, one)).toMatchObject({ validity: "once" });
    const { body } = await order(hugo, one);
    expect(body.transaction.total.amount).toBe(1_999);
    expect([await ask(ines, one), await buy(ines, one)]).toEqual(["409 code_used", "409 code_used"]);
    await hugo.call(PaymentApi.cancel, { body: { id: body.transaction.id } });
    expect(await counted(id)).toEqual({ uses: 0, spent: 0 });
    expect(await buy(ines, one)).toBe(1_999);
    await test.app.db.transaction((tx) => eraseDiscounts(tx, 1, ines.number));
    expect(await buy(hugo, one)).toBe("409 code_used"); // it was used, and its record does not say by whom
  });
});

describe("a budget", () => {
  it("of uses is not exceeded by parallel orders", async () => {
    const people = await Promise.all(["jana", "karl", "lena", "mats", "nils"].map((name) => join(test, name)));
    const { id, code } = await campaign({ maxUses: 2 });
    const prices = await Promise.all(people.map((person) => buy(person, code)));
    expect(prices.sort()).toEqual([1_999, 1_999, "409 code_used", "409 code_used", "409 code_used"]);
    expect(await counted(id)).toEqual({ uses: 2, spent: 1_000 });
  });

  it("of money takes an order that fits and no other", async () => {
    const [olaf, pia] = [await join(test, "olaf"), await join(test, "pia")];
    const { code } = await campaign({ currency: "EUR", maxSpent: 700 });
    expect([await buy(olaf, code), await buy(pia, code)]).toEqual([1_999, "409 code_used"]);
    expect(await buy(pia, code, { bundle: "p0" })).toBe(799);
  });
});

describe("a budget that other orders have used since it was read", () => {
  const spend = ({ number: member }: Person, code: string, amount: number) =>
    test.app.db.transaction((tx) => spendCampaign(tx, { site: 1, code, member, amount }));

  it("takes no further use, and no more money than it has", async () => {
    const [rosa, sven] = [await join(test, "rosa"), await join(test, "sven")];
    const once = await campaign({ maxUses: 1 });
    await spend(rosa, once.code, 500);
    await expect(spend(sven, once.code, 500)).rejects.toMatchObject({ code: "code_used" });
    const money = await campaign({ currency: "EUR", maxSpent: 700 });
    await spend(rosa, money.code, 500);
    await expect(spend(sven, money.code, 201)).rejects.toMatchObject({ code: "code_used" });
    await spend(sven, money.code, 200);
    expect([await counted(once.id), await counted(money.id)]).toEqual([
      { uses: 1, spent: 500 },
      { uses: 2, spent: 700 },
    ]);
  });
});

describe("staff", () => {
  it("cannot change the terms once the campaign is active, and moves it one way", async () => {
    const [{ id }, other] = [await campaign(), await campaign()];
    const change = (set: string) => test.app.db.raw(`update discount_campaigns set ${set} where id = $1`, [id]);
    await expect(change("percent = 90")).rejects.toThrow("do not change");
    await expect(change("ends_at = ends_at + interval '1 day'")).rejects.toThrow("do not change");
    await change("name = 'Spring and summer'");
    await activateCampaign(test.app, 1, id); // again is once
    await endCampaign(test.app, 1, id);
    await endCampaign(test.app, 1, id);
    expect((await getCampaign(test.app.db, 1, other.id)).status).toBe("active");
    await expect(activateCampaign(test.app, 1, id)).rejects.toMatchObject({ code: "not_found" });
    const listed = await listCampaigns(test.app.db, 1, 2);
    expect(listed).toMatchObject([{ id: other.id }, { id, status: "ended" }]);
    await expect(addCode(test.app, 1, id, { code: "LATE" })).rejects.toMatchObject({ code: "code_not_found" });
  });

  it("cannot use a code twice on a site, the welcome bonus's, or one that nobody can type", async () => {
    const { id, code } = await campaign();
    await expect(addCode(test.app, 1, id, { code })).rejects.toMatchObject({ code: "code_used" });
    for (const wrong of ["timebonus25", "a b", "ab", "Ü-CODE"])
      await expect(addCode(test.app, 1, id, { code: wrong })).rejects.toMatchObject({ code: "invalid" });
    await expect(campaign({ percent: 101 })).rejects.toThrow();
    await expect(campaign({ percent: 10, amount: 10, currency: "EUR" })).rejects.toThrow();
    await expect(campaign({ percent: null, amount: 10 })).rejects.toThrow();
  });
});
