/** One member's orders at one provider: each step is done by the product and by the model, and both have to agree after it. */
import { deepStrictEqual } from "node:assert/strict";
import type { PaymentMethod } from "@serenade/contract/credits";
import { Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { signUp } from "../../modules/account/commands.ts";
import { moveCredits } from "../../modules/credits/commands.ts";
import { confirmMember } from "../../modules/members/commands.ts";
import { cancelOrder, receiveNotice, refreshOrder } from "../../modules/payments/commands.ts";
import type { PaymentGateway } from "../../modules/payments/gateway.ts";
import { startOrder } from "../../modules/payments/orders/commands.ts";
import { gatewaysOf } from "../../modules/payments/providers/gateway.ts";
import { reconcileDecidedOrders, reconcileOrders } from "../../modules/payments/reconciling/commands.ts";
import { reconcileRefunds, refundByStaff, withdraw } from "../../modules/payments/refunds/commands.ts";
import { listBundles } from "../../modules/site/queries.ts";
import type { Act } from "../doubles/provider.ts";
import {
  addRefund,
  isOpen,
  isPaid,
  type Model,
  type ModelOrder,
  settle,
  settleRefund,
  staffRefund,
  withdrawal,
} from "./model.ts";
import type { Notice, Provider } from "./providers.ts";

export type Tier = "p0" | "p1";
/** The process crashes in the call to the provider: before it arrived, or after its work was done. */
export type Death = "before" | "after" | null;

export type Step =
  | { what: "start"; tier: Tier; method: PaymentMethod; death: Death }
  | { what: "buy"; tier: Tier; method: PaymentMethod }
  | { what: "again"; order: number; death: Death }
  | { what: "act"; order: number; act: Act; told: boolean }
  | { what: "deliver"; notice: number; times: number; together: boolean }
  | { what: "forge"; order: number }
  | { what: "look"; order: number; death: Death }
  | { what: "cancel"; order: number; death: Death }
  | { what: "withdraw"; order: number; death: Death }
  | { what: "staff"; order: number; tenths: number; death: Death }
  | { what: "spend"; credits: number }
  | { what: "wait"; seconds: number }
  | { what: "restart" };

const ORDERS = 4;
const LATE_SECONDS = 300;
const LONGEST_PAUSE_SECONDS = 21_600;
const DAY_SECONDS = 86_400;

class Died extends Error {}

/** Everything that sequences share: the installation, the provider, and a clock of its own. */
export interface Ground {
  app: Resources;
  provider: Provider;
  members: number;
  /** Seconds that the clock is ahead. */
  ahead: number;
}

export const openGround = (app: Resources, provider: Provider): Ground => ({ app, provider, members: 0, ahead: 0 });

interface Known {
  order: ModelOrder;
  id: number;
  key: string;
  tier: Tier;
  method: PaymentMethod;
}

export async function runSequence(ground: Ground, steps: Step[]): Promise<void> {
  // Limits count what happened in the last day: each sequence has a day of its own.
  ground.ahead += DAY_SECONDS + 3_600;
  const world = await openWorld(ground);
  for (const step of steps) {
    await world.run(step);
    await world.compare(step);
  }
  await world.finish();
}

async function openWorld(ground: Ground) {
  const { provider } = ground;
  let app = started(ground);
  let gateway = provider.open(app);
  const member = await newMember(ground, app);
  const network = `10.99.${member}`;
  const prices = new Map(
    (await listBundles(app, 1)).filter(({ currency }) => currency === "EUR").map((b) => [b.tier, b]),
  );
  const model: Model = { balance: 2, debt: 0, orders: [] };
  const known: Known[] = [];
  const sent: { known: Known; ref: string; notice: Notice; at: number }[] = [];
  let spends = 0;

  const seconds = () => app.clock.now().getTime() / 1000;
  const at = (n: number): Known | undefined => known[n % known.length];
  const seenOf = async (order: ModelOrder) => (order.ref ? await gateway.fetch(order.ref) : null);
  const gatewaysWith = (death: Death = null) => gatewaysOf([death ? dying(gateway, death) : gateway], "secret");

  /** What became of a command: done, the code of its refusal, or the death of the process. */
  async function outcome(work: () => Promise<unknown>): Promise<string> {
    try {
      await work();
      return "done";
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      if (error instanceof Died) return "died";
      throw error;
    }
  }
  const same = (real: unknown, expected: unknown, what: string) => deepStrictEqual(real, expected, what);

  async function row(key: string) {
    const { rows } = await app.db.raw(
      "select id, status, provider_ref, amount, credits, currency from orders where member_id = $1 and client_key = $2",
      [member, key],
    );
    const [one] = rows as {
      id: string;
      status: ModelOrder["status"];
      provider_ref: string;
      amount: number;
      credits: number;
      currency: string;
    }[];
    return one && { ...one, id: Number(one.id) };
  }

  const ask = (key: string, tier: Tier, method: PaymentMethod, death: Death) =>
    outcome(() =>
      startOrder(app, gatewaysWith(death), {
        site: 1,
        member,
        tier,
        paymentmethod: method,
        discountcode: null,
        instrument: null,
        mandate: null,
        store: false,
        proof: undefined,
        key,
        network,
        networkCountry: null,
        locale: "en",
        baseUrl: "http://127.0.0.1:9",
      }),
    );

  async function start(tier: Tier, method: PaymentMethod, death: Death): Promise<Known | null> {
    if (known.length === ORDERS) return null;
    const key = crypto.randomUUID();
    same(await ask(key, tier, method, death), death ? "died" : "done", "a new order");
    const made = (await row(key))!;
    const { amount, credits } = prices.get(tier)!;
    same([made.amount, made.currency, made.credits], [amount, "EUR", credits], "the price of an order");
    const order: ModelOrder = {
      amount,
      credits,
      status: death ? "loading" : "pending",
      ref: death ? null : made.provider_ref,
      madeAt: app.clock.now().getTime(),
      refunds: [],
      chargebacks: [],
    };
    model.orders.push(order);
    const one = { order, id: made.id, key, tier, method };
    known.push(one);
    return one;
  }

  async function again({ order, key, tier, method }: Known, death: Death): Promise<void> {
    const done = await ask(key, tier, method, death);
    if (order.status === "failed" || order.status === "cancelled")
      return same(done, "payment_closed", "a given up order");
    if (order.ref) return same(done, "done", "a repeated order");
    same(done, death ? "died" : "done", "a repeated order without a payment");
    if (death) return;
    order.status = "pending";
    order.ref = (await row(key))!.provider_ref;
  }

  /** The payer acts on what is open, the bank on what is paid; each owes a notice, which may arrive at once. */
  async function act(one: Known, what: Act, told: boolean): Promise<void> {
    const { order } = one;
    const seen = await seenOf(order);
    if (!order.ref || !seen) return;
    const later = ["finish_refund", "fail_refund", "charge_back", "win", "lose"].includes(what);
    const possible = later
      ? seen.status === "completed"
      : what === "pay"
        ? seen.status !== "completed"
        : seen.status === "pending";
    if (!possible || (what === "charge_back" && seen.chargebacks.length > 1)) return;
    await provider.act(app, order.ref, what);
    sent.push({ known: one, ref: order.ref, notice: provider.notice(app, order.ref), at: seconds() });
    if (told) await deliver(sent.length - 1, 1, false);
  }

  const receive = ({ raw, headers, secret }: Notice, death: Death = null) =>
    outcome(() => receiveNotice(app, gatewaysWith(death), { provider: provider.name, raw, headers, secret }));

  async function deliver(n: number, times: number, together: boolean): Promise<void> {
    const news = sent[n % sent.length];
    if (!news) return;
    const late = provider.name !== "mollie" && seconds() - news.at > LATE_SECONDS;
    const answers: string[] = [];
    if (together) answers.push(...(await Promise.all(Array.from({ length: times }, () => receive(news.notice)))));
    else for (let time = 0; time < times; time++) answers.push(await receive(news.notice));
    same(answers, Array(times).fill(late ? "bad_signature" : "done"), "a notice");
    if (!late) settle(model, news.known.order, await seenOf(news.known.order));
  }

  async function cancel({ order, id }: Known, death: Death): Promise<void> {
    const wasOpen = isOpen(order);
    const dies = death && order.ref && wasOpen;
    const done = await outcome(() => cancelOrder(app, gatewaysWith(dies ? death : null), 1, member, id));
    same(done, !wasOpen ? "payment_closed" : dies ? "died" : "done", "a cancelled order");
    if (wasOpen && !dies) settle(model, order, await seenOf(order));
  }

  async function look({ order, id }: Known, death: Death): Promise<void> {
    const asks = isOpen(order) && order.ref !== null;
    const done = await outcome(() => refreshOrder(app, gatewaysWith(death), 1, member, id));
    same(done, death && asks ? "died" : "done", "a look");
    if (asks && !death) settle(model, order, await seenOf(order));
  }

  async function refund(one: Known, reason: "withdrawal" | "staff", amount: number, death: Death): Promise<void> {
    const { order, id } = one;
    const part = reason === "staff" ? staffRefund(model, order, amount) : withdrawal(model, order);
    const gateways = gatewaysWith(death);
    const done = await outcome(() =>
      reason === "staff"
        ? refundByStaff(app, gateways, { site: 1, order: id, amount })
        : withdraw(app, gateways, { site: 1, member, order: id }),
    );
    if (typeof part === "string") return same(done, part, "a refund that is not possible");
    same(done, death ? "died" : "done", "a refund");
    const { rows } = await app.db.raw("select max(id) as id from refunds where order_id = $1", [id]);
    const key = `refund:${(rows[0] as { id: string }).id}`;
    addRefund(model, order, { key, ...part, reason });
    if (death) return;
    const made = (await seenOf(order))!.refunds.find((row) => row.key === key)!;
    settleRefund(model, order, key, made.status);
  }

  async function spend(credits: number): Promise<void> {
    const idem = `spend:${++spends}`;
    const { status } = await app.db.transaction((tx) =>
      moveCredits(tx, { site: 1, member, amount: -credits, kind: "gift", idem, at: app.clock.iso() }),
    );
    same(status, credits > model.balance ? "insufficient" : "moved", "spending");
    if (status === "moved") model.balance -= credits;
  }

  const looksOf = async (id: number) =>
    ((await app.db.raw("select looks from orders where id = $1", [id])).rows as { looks: number }[])[0]!.looks;

  /** Time passes, and the jobs run. Orders are asked about less and less often: what was not asked about stays as it was. */
  async function wait(more: number): Promise<void> {
    ground.ahead += more;
    const before = await Promise.all(known.map(({ id }) => looksOf(id)));
    await reconcileOrders(app, gatewaysWith());
    await reconcileDecidedOrders(app, gatewaysWith());
    await reconcileRefunds(app, gatewaysWith());
    for (const [at, { order, id }] of known.entries()) {
      if ((await looksOf(id)) !== before[at]) settle(model, order, await seenOf(order));
      const due = order.refunds.filter(({ status }) => status === "pending");
      const seen = due.length > 0 ? await seenOf(order) : null;
      for (const { key } of due) settleRefund(model, order, key, seen!.refunds.find((row) => row.key === key)!.status);
    }
  }

  async function run(step: Step): Promise<void> {
    if (step.what === "start") await start(step.tier, step.method, step.death);
    else if (step.what === "spend") await spend(step.credits);
    else if (step.what === "wait") await wait(step.seconds);
    else if (step.what === "deliver") await deliver(step.notice, step.times, step.together);
    else if (step.what === "restart") {
      app = started(ground);
      gateway = provider.open(app);
    } else if (step.what === "buy") {
      const one = await start(step.tier, step.method, null);
      if (!one) return;
      await act(one, "pay", true);
    } else {
      const one = at(step.order);
      if (!one) return;
      if (step.what === "again") await again(one, step.death);
      else if (step.what === "act") await act(one, step.act, step.told);
      else if (step.what === "look") await look(one, step.death);
      else if (step.what === "cancel") await cancel(one, step.death);
      else if (step.what === "withdraw") await refund(one, "withdrawal", 0, step.death);
      else if (step.what === "staff")
        await refund(one, "staff", Math.ceil((one.order.amount * step.tenths) / 10), step.death);
      else if (one.order.ref)
        same(await receive(provider.notice(app, one.order.ref, true)), "bad_signature", "a forgery");
    }
  }

  /** Balance, debt, states, refunds and chargebacks are the model's; every paid order is credited once, every other never. */
  async function compare(step: unknown): Promise<void> {
    const { rows } = await app.db.raw(
      `select w.balance::int, w.debt::int,
              (select coalesce(json_agg(json_build_array(o.status,
                  (select count(*) from ledger l where l.site_id = 1 and l.member_id = $1 and l.kind = 2 and l.ref = o.id),
                  (select coalesce(json_agg(json_build_array(r.amount, r.credits, r.status) order by r.id), '[]') from refunds r where r.site_id = 1 and r.order_id = o.id),
                  (select coalesce(json_agg(json_build_array(c.amount, c.credits, c.status) order by c.id), '[]') from chargebacks c where c.site_id = 1 and c.order_id = o.id))
                order by o.id), '[]') from orders o where o.site_id = 1 and o.member_id = $1) as orders
         from wallets w where w.site_id = 1 and w.member_id = $1`,
      [member],
    );
    const short = ({ amount, credits, status }: { amount: number; credits: number; status: string }) => [
      amount,
      credits,
      status,
    ];
    const orders = model.orders.map((order) => [
      order.status,
      isPaid(order) ? 1 : 0,
      order.refunds.map(short),
      order.chargebacks.map(short),
    ]);
    same(rows[0], { balance: model.balance, debt: model.debt, orders }, `after ${JSON.stringify(step)}`);
    same(model.balance > 0 && model.debt > 0, false, "a debt beside credits");
  }

  /** Without any more notices the jobs find out everything; then the notices arrive, each once more, and change nothing. */
  async function finish(): Promise<void> {
    for (const { order } of known) {
      const seen = await seenOf(order);
      if (order.ref && seen?.status === "pending") await provider.act(app, order.ref, "expire");
    }
    await wait(LONGEST_PAUSE_SECONDS + 3_600);
    for (const { order } of known) if (isPaid(order)) await provider.act(app, order.ref!, "finish_refund");
    await wait(DAY_SECONDS + 3_600);
    await compare("a day without notices");
    for (const { order } of known.filter(({ order }) => order.ref)) {
      const { status, refunds, chargebacks } = (await seenOf(order))!;
      const provided = [status === "completed", chargebacks.map(({ status }) => status)];
      same([isPaid(order), order.chargebacks.map(({ status }) => status)], provided, "what the provider says");
      for (const { key, status } of refunds)
        same(order.refunds.find((one) => one.key === key)?.status, status, "what the provider says of a refund");
    }
    for (const one of known.filter(({ order }) => order.ref)) {
      const last = { known: one, ref: one.order.ref!, notice: provider.notice(app, one.order.ref!), at: seconds() };
      sent.push(last);
      await deliver(sent.length - 1, 2, true);
    }
    await compare("the last notices");
    for (let n = 0; n < sent.length; n++) await deliver(n, 1, false);
    await compare("everything once more");
    for (const { order } of known) {
      const seen = await seenOf(order);
      same([isOpen(order), isPaid(order)], [false, seen?.status === "completed"], "the end of an order");
      const real = (seen?.refunds ?? []).filter(({ status }) => status !== "failed");
      const ours = order.refunds.filter(({ status }) => status !== "failed");
      const total = (list: { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);
      same(total(real), total(ours), "the money that went back");
      same(ours.filter(({ status }) => status === "pending").length, 0, "refunds without an end");
    }
    // the next sequence has a later day, and looks at its own orders only
    await app.db.raw("update orders set next_look_at = null where member_id = $1", [member]);
  }

  return { run, compare, finish };
}

/** A process that has just started, on the same database: nothing in memory, and no timers. */
function started(ground: Ground): Resources {
  const { clock } = ground.app;
  const now = () => new Date(clock.now().getTime() + ground.ahead * 1000);
  return {
    ...ground.app,
    state: new Map(),
    trigger: () => {},
    clock: {
      ...clock,
      now,
      iso: () => now().toISOString(),
      in: (seconds) => new Date(now().getTime() + seconds * 1000).toISOString(),
    },
  };
}

async function newMember(ground: Ground, app: Resources): Promise<number> {
  const name = `${ground.provider.name}${++ground.members}`;
  const form = {
    email: `${name}@example.test`,
    name,
    date_of_birth: "1990-05-05",
    gender: "woman",
    looking_for: ["man"],
    country: "NL",
    password: "a quiet evening in",
    terms: true,
    consent: true,
  } as const;
  const id = (await signUp(app, {
    site: 1,
    form: form as never,
    locale: "en",
    country: null,
    key: null,
    baseUrl: "http://127.0.0.1:9",
  }))!;
  await app.db.transaction(async (tx) => void (await confirmMember(app, tx, 1, id)));
  return id;
}

/** The same provider, and a process that crashes in its first call that changes something, or in one that asks. */
function dying(gateway: PaymentGateway, when: "before" | "after"): PaymentGateway {
  const dies =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (when === "after") await call(...args);
      throw new Died();
    };
  return {
    ...gateway,
    create: dies(gateway.create),
    cancel: dies(gateway.cancel),
    fetch: dies(gateway.fetch),
    refund: dies(gateway.refund),
  };
}
