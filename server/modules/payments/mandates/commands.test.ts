/** Direct debits: a code from the mail confirms a mandate, limits hold, a returned debit blocks its account (§8; product.md 7). */
import { UserApi } from "@serenade/contract/account";
import { CreditsApi } from "@serenade/contract/credits";
import { DirectDebitApi } from "@serenade/contract/direct-debit";
import type { Id } from "@serenade/contract/ids";
import { PaymentApi } from "@serenade/contract/payments";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { join, PASSWORD, type Person } from "../../../test/cast.ts";
import { restoreClock, stopClock } from "../../../test/clock.ts";
import { auditLedger } from "../audit/commands.ts";
import { type PaymentGateway, ProviderError } from "../gateway.ts";
import { startOrder } from "../orders/commands.ts";
import { gatewaysOf } from "../providers/gateway.ts";
import { reconcileOrders } from "../reconciling/commands.ts";
import { openSandbox } from "../sandbox/gateway.ts";
import { dropIban, eraseMandates, sweepMandates } from "./commands.ts";
import { countMandates, exportMandates, findMandate, sumDebits } from "./queries.ts";
import type { MandateRow } from "./tables.ts";

let test: TestApp;
let sandbox: PaymentGateway;
beforeAll(async () => {
  test = await testApp();
  sandbox = openSandbox(test.app);
});
afterEach(restoreClock);
afterAll(() => test.close());

const only = (gateway: PaymentGateway) => gatewaysOf([gateway], "secret");
const IBANS = ["NL91ABNA0417164300", "DE89370400440532013000", "BE68539007547034", "ES9121000418450200051332"];
const FAILS = "DE62370400440532013001";
const BLOCKED = "FR1420041010050500013M02606";

const form = (bundle: "p0" | "p1" | "p2" | "p3" = "p1", iban = IBANS[0]!) => ({
  ...{ bundle, account_holder: "A. de Vries", iban, phone: "+31 6 12345678" },
  ...{ street: "Oudegracht", house_number: "12a", zip: "3511 AB", city: "Utrecht" },
});
const mails = async (person: Person, kind: string) =>
  (
    await test.app.db.raw("select params from mail_outbox where member_id = $1 and kind = $2 order by id", [
      person.number,
      kind,
    ])
  ).rows.map((row) => (row as { params: Record<string, string> }).params);
const codeOf = async (person: Person) => (await mails(person, "debit_code")).at(-1)!.code!;
const begin = async (person: Person, ...wish: Parameters<typeof form>) =>
  (await person.call(DirectDebitApi.begin, { body: form(...wish) })).body.id;
const confirm = (person: Pick<Person, "call">, id: Id<"mandate">, otp: string) =>
  person.call(DirectDebitApi.confirm, { body: { id, otp } });
const debit = async (person: Person, ...wish: Parameters<typeof form>) => {
  const id = await begin(person, ...wish);
  return confirm(person, id, await codeOf(person));
};
const wrongFor = (code: string) => (code === "000000" ? "000001" : "000000");
const balance = async (person: Person) => (await person.call(CreditsApi.read)).body.balance;
/** An order with this mandate, without its code. */
const startWith = (person: Person, mandate: MandateRow, gateway: PaymentGateway) =>
  startOrder(test.app, only(gateway), {
    ...{
      site: 1,
      member: person.number,
      tier: "p1",
      paymentmethod: "directdebit",
      discountcode: null,
      instrument: null,
    },
    ...{ mandate, store: false, proof: undefined, key: mandate.client_key, network: "192.0.2.1", networkCountry: null },
    ...{ locale: "en", baseUrl: test.url },
  });
const bankAnswers = async () => {
  await test.app.db.raw(
    "update sandbox_payments set created_at = created_at - interval '1 hour' where status = 'processing'",
  );
  await test.app.jobs.run("sandbox");
  await test.app.drain();
};

describe("a direct debit", () => {
  it("is confirmed by the code from the mail, announced, and credited when the bank has paid", async () => {
    const anna = await join(test, "anna");
    const id = await begin(anna);
    const code = await codeOf(anna);
    expect(code).toMatch(/^\d{6}$/);
    const { status, body } = await confirm(anna, id, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect([status, body.transaction.status, body.transaction.paymentmethod]).toEqual([200, "pending", "directdebit"]);
    expect(await balance(anna)).toBe(2);
    const [notice] = await mails(anna, "debit_notice");
    expect(notice).toMatchObject({ reference: body.mandate, account: "•••• 4300" });
    expect(notice!.total).toContain("24.99");
    await bankAnswers();
    expect(await balance(anna)).toBe(62);
    const row = await findMandate(test.app.db, 1, anna.number, test.app.ids.decode("mandate", id)!);
    expect([row!.iban, row!.iban_last4]).toEqual([null, "4300"]);
    expect(await auditLedger(test.app)).toMatchObject({ differences: [], right: true });
  });

  it("is one order however often it is confirmed", async () => {
    const bea = await join(test, "bea");
    const id = await begin(bea);
    const code = await codeOf(bea);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(bea, id, code)));
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.transaction.id);
    expect(new Set(ids).size).toBe(1);
    expect((await confirm(bea, id, code)).body.transaction.id).toBe(ids[0]);
    const { rows } = await test.app.db.raw("select 1 from orders where member_id = $1", [bea.number]);
    expect(rows).toHaveLength(1);
    expect(await mails(bea, "debit_notice")).toHaveLength(1);
  });

  it("that the bank does not pay credits nothing", async () => {
    const cleo = await join(test, "cleo");
    const { body } = await debit(cleo, "p1", FAILS);
    await bankAnswers();
    const { transaction } = (await cleo.call(PaymentApi.read, { query: { id: body.transaction.id } })).body;
    expect(transaction).toMatchObject({ status: "failed", fail_code: "insufficient_funds" });
    expect(await balance(cleo)).toBe(2);
  });

  it("that is returned weeks later takes the credits back, and its account is blocked from then on", async () => {
    const dora = await join(test, "dora");
    const { body } = await debit(dora, "p1", IBANS[1]);
    await bankAnswers();
    expect(await balance(dora)).toBe(62);
    const order = test.app.ids.decode("transaction", body.transaction.id);
    const { rows } = await test.app.db.raw("select provider_ref from orders where id = $1", [order]);
    const { provider_ref } = rows[0] as { provider_ref: string };
    await fetch(`${test.url}/sandbox/pay/${provider_ref}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ act: "charge_back" }),
    });
    await test.app.drain();
    expect(await balance(dora)).toBe(2);
    const again = await dora.call(DirectDebitApi.begin, { body: form("p0", IBANS[1]) });
    expect([again.status, again.body.error]).toEqual([403, "account_blocked"]);
    const other = await join(test, "dora2");
    expect((await other.call(DirectDebitApi.begin, { body: form("p0", IBANS[1]) })).status).toBe(403);
    expect(await auditLedger(test.app)).toMatchObject({ differences: [], right: true });
  });

  it("from an account that the provider refuses charges nothing and blocks the account", async () => {
    const elin = await join(test, "elin2", { form: { country: "DE" } as never });
    const refused = await debit(elin, "p1", BLOCKED);
    expect([refused.status, refused.body.error]).toEqual([403, "account_blocked"]);
    expect((await elin.call(DirectDebitApi.begin, { body: form("p1", BLOCKED) })).body.error).toBe("account_blocked");
    expect(await balance(elin)).toBe(2);
  });

  it("cannot be had through the call for other methods", async () => {
    const faye = await join(test, "faye");
    const answer = await faye.call(PaymentApi.start, { body: { bundle: "p1", paymentmethod: "directdebit" } });
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      expect.objectContaining({ paymentmethod: expect.anything() }),
    ]);
  });

  it("is offered only where banks accept it", async () => {
    const svea = await join(test, "svea", { form: { country: "SE" } });
    const answer = await svea.call(DirectDebitApi.begin, { body: form() });
    expect([answer.status, Object.keys(answer.body.fields!)]).toEqual([400, ["paymentmethod"]]);
    expect(await mails(svea, "debit_code")).toEqual([]);
  });

  it("is not signed with the mandate of another member, nor with one that is signed", async () => {
    const [ute, vito] = [await join(test, "ute"), await join(test, "vito")];
    const id = await begin(ute);
    const mandate = (await findMandate(test.app.db, 1, ute.number, test.app.ids.decode("mandate", id)!))!;
    await expect(startWith(vito, mandate, sandbox)).rejects.toMatchObject({ code: "payment_closed" });
    expect((await confirm(ute, id, await codeOf(ute))).status).toBe(200);
    const again = startWith(ute, { ...mandate, client_key: crypto.randomUUID() }, sandbox);
    await expect(again).rejects.toMatchObject({ code: "payment_closed" });
  });

  it("needs an IBAN that can exist", async () => {
    const gwen = await join(test, "gwen");
    const answer = await gwen.call(DirectDebitApi.begin, { body: form("p1", "NL91ABNA0417164301") });
    expect([answer.status, Object.keys(answer.body.fields!)]).toEqual([400, ["iban"]]);
  });
});

describe("the code", () => {
  it("is burnt after five wrong tries, also for the right one", async () => {
    const hope = await join(test, "hope");
    const id = await begin(hope);
    const code = await codeOf(hope);
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await confirm(hope, id, wrongFor(code));
      expect([status, body.error, body.message]).toEqual([403, "otp_invalid", "Code invalid"]);
    }
    expect((await confirm(hope, id, code)).body.error).toBe("otp_invalid");
  });

  it("works for ten minutes", async () => {
    const iris = await join(test, "iris");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const id = await begin(iris);
    const code = await codeOf(iris);
    stopClock(test, start + 600_000);
    expect((await confirm(iris, id, code)).body.error).toBe("otp_invalid");
  });

  it("of another session or another member is of no use", async () => {
    const [jane, kim] = [await join(test, "jane"), await join(test, "kim")];
    const id = await begin(jane);
    const code = await codeOf(jane);
    expect((await confirm(kim, id, code)).status).toBe(404);
    const elsewhere = test.client();
    expect((await elsewhere.call(UserApi.login, { body: { email: jane.email, password: PASSWORD } })).status).toBe(200);
    expect((await confirm(elsewhere, id, code)).body.error).toBe("otp_invalid");
    expect((await confirm(jane, id, code)).status).toBe(200);
  });

  it("can be asked for four times a day", async () => {
    const lara = await join(test, "lara");
    for (let n = 0; n < 4; n++) await begin(lara);
    expect((await lara.call(DirectDebitApi.begin, { body: form() })).body.error).toBe("debit_limit");
  });
});

describe("the limit", () => {
  it("of 100.00 a day holds for parallel confirmations", async () => {
    const mila = await join(test, "mila");
    const mandates: [Id<"mandate">, string][] = [];
    for (const iban of IBANS.slice(0, 1).concat(IBANS[2]!, IBANS[3]!)) {
      const id = await begin(mila, "p2", iban);
      mandates.push([id, await codeOf(mila)]);
    }
    const answers = await Promise.all(mandates.map(([id, code]) => confirm(mila, id, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403]);
    expect(answers.find(({ status }) => status === 403)!.body.error).toBe("debit_limit");
  });

  it("of 250.00 in 30 days counts what is pending and paid", async () => {
    const nina = await join(test, "nina");
    for (const days of [3, 2]) {
      expect((await debit(nina, "p3")).status).toBe(200);
      const back = `created_at = created_at - interval '${days} days'`;
      await test.app.db.raw(`update orders set ${back} where member_id = $1`, [nina.number]);
    }
    await test.app.db.raw("update mandates set created_at = created_at - interval '2 days' where member_id = $1", [
      nina.number,
    ]);
    expect((await debit(nina, "p3")).body.error).toBe("debit_limit");
    expect((await debit(nina, "p2")).status).toBe(200);
  });
});

describe("mandates", () => {
  const own = async ({ number }: Person) => (await exportMandates(test.app.db, 1, number)).mandates as { id: number }[];
  const created = async ({ number }: Person, at: string, bundle: string) => {
    await test.app.db.raw("update orders set created_at = $2 where member_id = $1 and tier = $3", [number, at, bundle]);
    await test.app.db.raw("update mandates set created_at = $2 where member_id = $1 and tier = $3", [
      number,
      at,
      bundle,
    ]);
  };

  it("count towards the limits from their moment on, unless they failed, each member's alone", async () => {
    const [pia, quin] = [await join(test, "pia"), await join(test, "quin")];
    for (const bundle of ["p1", "p2"] as const) expect((await debit(pia, bundle)).status).toBe(200);
    expect((await debit(quin, "p1", IBANS[2])).status).toBe(200);
    const [p1, p2] = ["2026-03-10T12:00:00.000Z", "2026-03-01T12:00:00.000Z"];
    await created(pia, p1, "p1");
    await created(pia, p2, "p2");
    const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();
    const spent = (day: string, month: string) => sumDebits(test.app.db, { site: 1, member: pia.number, day, month });
    expect(await spent(p1, p2)).toEqual({ day: 0, month: 2_499 });
    expect(await spent(justBefore(p1), justBefore(p2))).toEqual({ day: 2_499, month: 2_499 + 4_999 });
    const begun = (since: string) => countMandates(test.app.db, { site: 1, member: pia.number, since });
    expect([await begun(p2), await begun(justBefore(p2))]).toEqual([1, 2]);
    const set = (what: string) =>
      test.app.db.raw(`update orders set ${what} where member_id = $1 and tier = 'p1'`, [pia.number]);
    await set("status = 'failed'");
    expect(await spent(justBefore(p1), justBefore(p2))).toEqual({ day: 0, month: 4_999 });
    await set("status = 'refunded'");
    expect(await spent(justBefore(p1), justBefore(p2))).toEqual({ day: 2_499, month: 2_499 + 4_999 });
    await set("mandate_id = null");
    expect(await spent(justBefore(p1), justBefore(p2))).toEqual({ day: 0, month: 4_999 });
  });

  it("that were not confirmed are deleted after a day, and all with the account; those of others stay", async () => {
    const [rosa, sven] = [await join(test, "rosa"), await join(test, "sven")];
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    await debit(rosa, "p1");
    const old = test.app.ids.decode("mandate", await begin(rosa, "p2"))!;
    stopClock(test, start + 1);
    await begin(rosa, "p3");
    await begin(sven);
    stopClock(test, start + 86_400_000);
    await sweepMandates(test.app);
    expect(await own(rosa)).toHaveLength(3);
    stopClock(test, start + 86_400_001);
    await sweepMandates(test.app);
    const left = await own(rosa);
    expect(left).toHaveLength(2);
    expect(left.map(({ id }) => id)).not.toContain(old);
    expect(await own(sven)).toHaveLength(1);
    await test.app.db.transaction((tx) => eraseMandates(tx, 1, rosa.number));
    expect([await own(rosa), await own(sven)]).toMatchObject([[], [{}]]);
  });

  it("keep their account number until the provider has it, each for itself", async () => {
    const tess = await join(test, "tess");
    const [first, second] = [
      test.app.ids.decode("mandate", await begin(tess, "p1"))!,
      test.app.ids.decode("mandate", await begin(tess, "p2"))!,
    ];
    await dropIban(test.app, 1, first);
    const iban = async (id: number) => (await findMandate(test.app.db, 1, tess.number, id))!.iban;
    expect(await iban(first)).toBeNull();
    expect(await iban(second)).not.toBeNull();
  });
});

describe("a debit whose answer is late", () => {
  it("is returned as the bank decided it meanwhile", async () => {
    const wanda = await join(test, "wanda");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const id = test.app.ids.decode("mandate", await begin(wanda))!;
    const mandate = (await findMandate(test.app.db, 1, wanda.number, id))!;
    const late: PaymentGateway = {
      ...sandbox,
      debit: async (...asked) => {
        const made = await sandbox.debit(...asked);
        stopClock(test, start + 61_000);
        await reconcileOrders(test.app, only(sandbox));
        await bankAnswers();
        return made;
      },
    };
    expect((await startWith(wanda, mandate, late)).status).toBe("completed");
    expect(await balance(wanda)).toBe(62);
  });
});

describe("a debit whose answer is lost", () => {
  it("is asked for again with the same key, and made once", async () => {
    const olga = await join(test, "olga");
    const start = Date.parse(test.app.clock.iso());
    stopClock(test, start);
    const id = test.app.ids.decode("mandate", await begin(olga))!;
    const mandate = (await findMandate(test.app.db, 1, olga.number, id))!;
    const lost: PaymentGateway = {
      ...sandbox,
      debit: async (...asked) => {
        await sandbox.debit(...asked);
        throw new ProviderError("unavailable", "the answer is lost");
      },
    };
    const order = await startWith(olga, mandate, lost);
    expect(order.status).toBe("loading");
    stopClock(test, start + 61_000);
    await reconcileOrders(test.app, only(sandbox));
    await reconcileOrders(test.app, only(sandbox));
    const { rows } = await test.app.db.raw(
      "select o.status, count(*)::int as made from orders o join sandbox_payments p on p.client_key = o.request->>'key' where o.member_id = $1 group by o.status",
      [olga.number],
    );
    expect(rows).toEqual([{ status: "pending", made: 1 }]);
  });
});
