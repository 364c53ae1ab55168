import { UserApi } from "@serenade/contract/account";
import { CreditsApi } from "@serenade/contract/credits";
import { PaymentApi, TransactionsApi } from "@serenade/contract/payments";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { join, type Person } from "../../test/cast.ts";
import { solveProof } from "../../test/proof-of-work.ts";
import { proveLedger } from "../credits/queries.ts";
import { sandboxSecret } from "./sandbox/gateway.ts";
import { sign } from "./sandbox/rules.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const order = async (person: Person, paymentmethod: "card" | "paypal" = "card", key?: string) =>
  (await person.call(PaymentApi.start, { body: { bundle: "p1", paymentmethod }, ...(key ? { key } : {}) })).body;
const press = (redirect: string, form: Record<string, string>) =>
  fetch(redirect, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });
const status = async (person: Person, id: string) =>
  (await person.call(PaymentApi.read, { query: { id: id as never } })).body.transaction;
const user = async (person: Person) => (await person.call(UserApi.current)).body.user!;

describe("buying credits", () => {
  // spec: 2.premium-cards, 3.other-state
  it("offers the four bundles in the currency of the member's country, with the price of a message", async () => {
    const anna = await join(test, "anna");
    const { bundles, paymentmethods } = (await anna.call(CreditsApi.read)).body;
    expect(
      bundles.map(({ tier, credits, price, popular }) => [tier, credits, price.amount, price.currency, popular]),
    ).toEqual([
      ["p0", 20, 999, "EUR", false],
      ["p1", 60, 2499, "EUR", true],
      ["p2", 150, 4999, "EUR", false],
      ["p3", 400, 9999, "EUR", false],
    ]);
    expect(bundles.map(({ message_price }) => message_price.costs)).toEqual(["0.5", "0.417", "0.333", "0.25"]);
    expect(paymentmethods).toEqual(["ideal", "card", "paypal", "directdebit"]);
    const carol = await join(test, "carol");
    expect((await carol.call(CreditsApi.read)).body.bundles[0]!.price).toEqual({ amount: 849, currency: "GBP" });
  });

  // spec: 1.bundles, 1.first-purchase, 6.free-becomes-premium, 4.payment-states
  it("credits a paid order once, makes the member premium, and mails a receipt", async () => {
    const bram = await join(test, "bram");
    const { transaction, redirect } = await order(bram);
    expect(transaction).toMatchObject({ status: "pending", credits: 60, total: { amount: 2499, currency: "EUR" } });
    const back = await press(redirect!, { act: "pay", card: "4242 4242 4242 4242" });
    expect(back.headers.get("location")).toBe(`${test.url}/transactions/${transaction.id}`);
    await test.app.drain(); // the notice arrives over HTTP
    expect((await status(bram, transaction.id)).status).toBe("completed");
    await press(redirect!, { act: "pay", card: "4242 4242 4242 4242" });
    await test.app.drain();
    expect(await user(bram)).toMatchObject({ credits: 62, paid_user: true });
    expect((await bram.call(CreditsApi.history)).body.movements.filter(({ kind }) => kind === "purchase")).toHaveLength(
      1,
    );
    expect((await newestMailTo(bram)).subject).toBe("Your receipt: 60 credits");
  });

  // spec: 1.first-purchase
  it("welcomes to premium with the first purchase only, and for good", async () => {
    const ulla = await join(test, "ulla");
    const buy = async (card: string) => {
      const { transaction, redirect } = await order(ulla);
      await press(redirect!, { act: "pay", card });
      await test.app.drain();
      return transaction.id;
    };
    const first = async (id: string) => (await ulla.call(PaymentApi.read, { query: { id: id as never } })).body.first;
    const declined = await buy("4000000000000002");
    const paid = await buy("4242424242424242");
    expect([await first(declined), await first(paid)]).toEqual([false, true]);
    const again = await buy("4242424242424242");
    expect([await first(declined), await first(paid), await first(again)]).toEqual([false, true, false]);
  });

  it("is one order for one key, however often it is sent", async () => {
    const dirk = await join(test, "dirk");
    const key = crypto.randomUUID();
    const orders = await Promise.all(Array.from({ length: 8 }, () => order(dirk, "card", key)));
    expect(new Set(orders.map(({ transaction }) => transaction.id)).size).toBe(1);
    expect(new Set(orders.map(({ redirect }) => redirect)).size).toBe(1);
  });

  // spec: 4.payment-states
  it.each([
    ["4000000000000002", "failed", "declined"],
    ["4000000000009995", "failed", "insufficient_funds"],
    ["4000000000000069", "failed", "expired_card"],
    ["1234", "failed", "declined"],
  ])("card %s ends as %s (%s) and credits nothing", async (card, end, code) => {
    const person = await join(test, `card${card.slice(-4)}`);
    const { transaction, redirect } = await order(person);
    await press(redirect!, { act: "pay", card });
    expect(await status(person, transaction.id)).toMatchObject({ status: end, fail_code: code });
    expect(await user(person)).toMatchObject({ credits: 2, paid_user: false });
  });

  it("asks for a proof of work after two declines in a day, until an order is paid", async () => {
    const eve = await join(test, "eve");
    const body = { bundle: "p0", paymentmethod: "card" } as const;
    const decline = async (fields: object = {}) => {
      const answer = await eve.call(PaymentApi.start, { body: { ...body, ...fields } });
      if (answer.status === 201) await press(answer.body.redirect!, { act: "pay", card: "4000000000000002" });
      if (answer.status === 201) await status(eve, answer.body.transaction.id);
      return answer;
    };
    expect([(await decline()).status, (await decline()).status]).toEqual([201, 201]);
    const refused = await decline();
    expect([refused.status, refused.body.error]).toEqual([428, "proof_required"]);
    const proof = await solveProof(refused.body.challenge);
    expect((await decline({ proof })).status).toBe(201);
    expect((await decline({ proof })).body.error).toBe("proof_required");
    const again = await solveProof((await decline()).body.challenge);
    const paid = await eve.call(PaymentApi.start, { body: { ...body, proof: again } });
    await press(paid.body.redirect!, { act: "pay", card: "4242424242424242" });
    expect((await status(eve, paid.body.transaction.id)).status).toBe("completed");
    expect((await decline()).status).toBe(201);
  });

  it("asks for approval where the bank does, and for PayPal", async () => {
    const elin = await join(test, "elin");
    const denied = await order(elin);
    const challenge = await press(denied.redirect!, { act: "pay", card: "4000002500003155" });
    expect(challenge.headers.get("location")).toContain("/sandbox/pay/");
    expect((await status(elin, denied.transaction.id)).status).toBe("pending");
    await press(denied.redirect!, { act: "deny" });
    expect(await status(elin, denied.transaction.id)).toMatchObject({
      status: "failed",
      fail_code: "authentication_failed",
    });
    const paid = await order(elin, "paypal");
    await press(paid.redirect!, { act: "pay" });
    await press(paid.redirect!, { act: "approve" });
    expect((await status(elin, paid.transaction.id)).status).toBe("completed");
  });

  // spec: 4.payment-states
  it("can be cancelled on either side, and is nobody else's business", async () => {
    const [finn, gina] = await Promise.all([join(test, "finn"), join(test, "gina")]);
    const first = await order(finn);
    const foreign = await gina.call(PaymentApi.cancel, { body: { id: first.transaction.id } });
    expect([
      foreign.status,
      (await gina.call(PaymentApi.read, { query: { id: first.transaction.id } })).status,
    ]).toEqual([404, 404]);
    expect((await finn.call(PaymentApi.cancel, { body: { id: first.transaction.id } })).body.transaction.status).toBe(
      "cancelled",
    );
    const again = await finn.call(PaymentApi.cancel, { body: { id: first.transaction.id } });
    expect([again.status, again.body.error]).toEqual([409, "payment_closed"]);
    const second = await order(finn);
    await press(second.redirect!, { act: "cancel" });
    expect((await status(finn, second.transaction.id)).status).toBe("cancelled");
    expect((await press(first.redirect!, { act: "pay", card: "4242424242424242" })).status).toBe(303);
    expect(await user(finn)).toMatchObject({ credits: 2, paid_user: false });
  });

  it("takes neither a price nor a currency nor an unknown bundle nor a method of another country from the caller", async () => {
    const hugo = await join(test, "hugo", { form: { country: "DE" } });
    for (const extra of [{ amount: 1 }, { currency: "PLN" }, { credits: 9999 }]) {
      const answer = await hugo.call(PaymentApi.start, {
        body: { bundle: "p0", paymentmethod: "card", ...extra } as never,
      });
      expect(answer.status).toBe(400);
    }
    expect((await hugo.call(PaymentApi.start, { body: { bundle: "p0", paymentmethod: "ideal" } })).status).toBe(400);
    for (const bundle of ["p9", "P0", "p0 ", ["p0"], 0]) {
      const { status } = await hugo.call(PaymentApi.start, { body: { bundle, paymentmethod: "card" } as never });
      expect(status).toBe(400);
    }
    const made = await test.app.db.raw("select from orders where member_id = $1", [hugo.number]);
    expect([made.rows.length, (await user(hugo)).credits]).toEqual([0, 2]);
  });
});

describe("trying out cards", () => {
  /** The first answer that is no order, among so many that nobody pays. */
  const begin = async (person: Person, client: Pick<Person, "call"> = person) =>
    client.call(PaymentApi.start, { body: { bundle: "p0", paymentmethod: "card" } });
  const decline = (redirect: string | null, card = "4000000000000002") => press(redirect!, { act: "pay", card });

  it("is nothing for an account whose address is not confirmed: it is refused in words, and has ordered nothing", async () => {
    const jan = await join(test, "jan", { unconfirmed: true });
    const { status, body } = await begin(jan);
    expect([status, body.error]).toEqual([403, "confirm_first"]);
    expect(body.message).toContain("confirm your email address");
    expect((await jan.call(TransactionsApi.list)).body.transactions).toEqual([]);
    await test.app.db.raw("update members set confirmed_at = now() where id = $1", [jan.number]);
    expect((await begin(jan)).status).toBe(201);
  });

  it("ends after seven orders that come to nothing, of one account or of one network's, until ten minutes are over", async () => {
    const kees = await join(test, "kees");
    for (let n = 0; n < 7; n++) await decline((await begin(kees)).body.redirect);
    const refused = await begin(kees);
    expect([refused.status, refused.body.error]).toEqual([429, "too_many_payments"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(600);
    const network = "198.51.100.4";
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) {
      const person = await join(test, `farm${n}`);
      const there = test.client(network);
      there.setCookie("auth", person.cookie("auth")!);
      const { status, body } = await begin(person, there);
      statuses.push(status);
      if (status === 201) await decline(body.redirect);
    }
    expect(statuses).toEqual([...Array(7).fill(201), ...Array(3).fill(429)]);
    await test.app.clock.advance(601);
    expect((await begin(kees)).status).toBe(201);
  });

  it("lets seven of 20 orders through that a network begins in the same instant", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => join(test, `crowd${n}`)));
    const answers = await Promise.all(
      people.map((person) => {
        const there = test.client("198.51.100.5");
        there.setCookie("auth", person.cookie("auth")!);
        return begin(person, there);
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
  });

  it("ends for accounts that tried a card which seven orders of a day were tried with, whoever began them", async () => {
    const card = "4000 0000 0000 9995";
    const people = await Promise.all(Array.from({ length: 8 }, (_, n) => join(test, `holder${n}`)));
    for (const person of people.slice(0, 7)) {
      const { body } = await begin(person);
      await decline(body.redirect, card);
      await status(person, body.transaction.id);
    }
    for (const person of people.slice(0, 7)) expect((await begin(person)).body.error).toBe("too_many_payments");
    expect((await begin(people[7]!)).status).toBe(201);
    const { rows } = await test.app.db.raw("select to_jsonb(o)::text as row from orders o");
    expect(JSON.stringify(rows)).not.toContain("4000000000009995");
    await test.app.clock.advance(86_401);
    expect((await begin(people[0]!)).status).toBe(201);
    await test.app.jobs.run("sweep");
    const traces = await test.app.db.raw(
      "select 1 from orders where created_at < $1 and (network_key is not null or card_fingerprint is not null)",
      [test.app.clock.in(-86_400)],
    );
    expect(traces.rows).toEqual([]);
  });

  it("costs nobody who pays: orders that are paid are not counted", async () => {
    const lina = await join(test, "lina");
    for (let n = 0; n < 9; n++) {
      const { body } = await begin(lina);
      await press(body.redirect!, { act: "pay", card: "4242424242424242" });
      expect((await status(lina, body.transaction.id)).status).toBe("completed");
    }
  });
});

describe("the provider's notices", () => {
  const notify = (
    id: string,
    ref: string,
    change: { secret?: string; age?: number; body?: string; signature?: string } = {},
  ) => {
    const body = JSON.stringify({ id, ref });
    const timestamp = Math.floor(test.app.clock.now().getTime() / 1000) - (change.age ?? 0);
    const secret = change.secret ?? sandboxSecret(test.app.config.appSecret);
    return fetch(`${test.url}/api/webhook.php?provider=sandbox`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": change.signature ?? sign(secret, id, timestamp, body),
      },
      body: change.body ?? body,
    });
  };

  it("are refused when forged, altered, old or early", async () => {
    const ivy = await join(test, "ivy");
    const { transaction, redirect } = await order(ivy);
    const ref = redirect!.split("/").at(-1)!;
    const forgeries = await Promise.all([
      notify("evt_1", ref, { secret: "another secret" }),
      notify("evt_2", ref, { body: JSON.stringify({ id: "evt_2", ref: "sb_other" }) }),
      notify("evt_3", ref, { age: 301 }),
      notify("evt_4", ref, { age: -320 }),
      notify("evt_5", ref, { signature: "v1,AAAA" }),
      notify("evt_6", ref, { signature: "" }),
      notify("evt_7", ref, { body: JSON.stringify({ id: "evt_8", ref }) }),
      notify("evt_9", ref, { signature: "v0,nonsense v2,nonsense" }),
    ]);
    expect(forgeries.map((answer) => answer.status)).toEqual(Array(8).fill(400));
    expect((await status(ivy, transaction.id)).status).toBe("pending");
    expect((await notify("evt_10", ref)).status).toBe(200);
  });

  it("end in one state and one credit in any order and number, also when they come early or twice", async () => {
    const presses = fc.array(fc.constantFrom("pay", "cancel", "notice", "look"), { minLength: 3, maxLength: 9 });
    let n = 0;
    await fc.assert(
      fc.asyncProperty(presses, async (acts) => {
        const person = await join(test, `payer${n++}`);
        const { transaction, redirect } = await order(person);
        const ref = redirect!.split("/").at(-1)!;
        let decided: string | null = null;
        for (const act of acts) {
          if (act === "notice") await notify(`evt_${crypto.randomUUID()}`, ref);
          else if (act === "look") await status(person, transaction.id);
          else {
            await press(redirect!, { act, card: "4242424242424242" });
            decided ??= act;
          }
        }
        await Promise.all([notify("evt_same", ref), notify("evt_same", ref), notify("evt_same", ref)]);
        const end = (await status(person, transaction.id)).status;
        expect(end).toBe(decided === null ? "pending" : decided === "pay" ? "completed" : "cancelled");
        expect((await user(person)).credits).toBe(end === "completed" ? 62 : 2);
      }),
      { numRuns: 12 },
    );
    expect(Object.values(await proveLedger(test.app.db))).toEqual([0, 0, 0, 0, 0]);
  });
});

async function newestMailTo(person: Person) {
  await test.app.drain();
  const mails = await test.app.db.raw("select subject from mail_outbox where recipient = $1 order by id desc limit 1", [
    person.email,
  ]);
  return mails.rows[0] as { subject: string };
}
