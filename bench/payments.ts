/** Checkout starts and notices a second, beside the transaction that each has to commit, in interleaved rounds. */
import { randomUUID } from "node:crypto";
import { type App, openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { write } from "../server/kernel/db/statement.ts";
import { receiveNotice } from "../server/modules/payments/commands.ts";
import { startOrder } from "../server/modules/payments/orders/commands.ts";
import { openGateways } from "../server/modules/payments/providers/gateway.ts";
import { decidePayment } from "../server/modules/payments/sandbox/commands.ts";
import { sandboxSecret } from "../server/modules/payments/sandbox/gateway.ts";
import { sign } from "../server/modules/payments/sandbox/rules.ts";
import { type Figure, median } from "./report.ts";
import type { Stage } from "./stage.ts";

const ROUNDS = 3;
const AT_ONCE = 16;
/** Orders of a round: each by a member of its own, who begins one in each round. */
const ORDERS = 160;

/** The writes of a start and of a notice without the product: one order, then its ledger row and its wallet. */
const insertRaw = write<{ id: number; member: number; key: string }>(
  `insert into orders (site_id, id, member_id, client_key, tier, credits, amount, currency, paymentmethod, provider, status, created_at, changed_at)
   values (1, $id, $member, $key, 'p1', 60, 2499, 'EUR', 'card', 'bench', 'pending', now(), now())`,
);
const completeRaw = write<{ id: number }>(
  "update orders set status = 'completed', changed_at = now() where site_id = 1 and id = $id",
);
const creditRaw = write<{ member: number }>(
  "update wallets set balance = balance where site_id = 1 and member_id = $member",
);

export async function measurePayments(stage: Stage): Promise<Figure[]> {
  const app = await openApp(readConfig(stage.env));
  const gateways = openGateways(app);
  const members = await confirmedMembers(app);
  const runs = {
    starts: [] as number[],
    rawStarts: [] as number[],
    notices: [] as number[],
    rawNotices: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round++) {
    const refs: string[] = [];
    runs.starts.push(
      await rate(members, async (member) => {
        const order = await startOrder(app, gateways, orderOf(member));
        refs.push(order.provider_ref!);
      }),
    );
    const raw: [number, number][] = [];
    runs.rawStarts.push(
      await rate(members, async (member) => {
        const id = app.ids.next();
        await app.db.transaction((tx) => tx.one(insertRaw, { id, member, key: randomUUID() }));
        raw.push([id, member]);
      }),
    );
    for (const ref of refs) await decidePayment(app, ref, { status: "paid" });
    runs.notices.push(await rate(refs, (ref) => deliver(app, gateways, ref)));
    runs.rawNotices.push(
      await rate(raw, ([id, member]) =>
        app.db.transaction(async (tx) => {
          await tx.one(completeRaw, { id });
          await tx.one(creditRaw, { member });
        }),
      ),
    );
    // a member may have so many orders in a month, and begin so many in ten minutes
    await app.clock.advance(40 * 86_400);
  }
  await app.close();
  const part = `payments, ${stage.engine}`;
  const figure = (what: string, found: number[], raw: number[]): Figure => ({
    part,
    what: `${what}, ${AT_ONCE} at once`,
    value: median(found),
    unit: "/s",
    limit: { what: "the raw transaction", value: median(raw) },
  });
  return [
    figure("checkout starts", runs.starts, runs.rawStarts),
    figure("notices that credit an order", runs.notices, runs.rawNotices),
  ];
}

async function confirmedMembers(app: App): Promise<number[]> {
  const { rows } = await app.db.raw(
    `select id from members where site_id = 1 and seen and confirmed_at is not null and country in ('NL', 'DE', 'FR') order by id limit $1`,
    [ORDERS],
  );
  return (rows as { id: number }[]).map(({ id }) => Number(id));
}

const orderOf = (member: number) => ({
  site: 1,
  member,
  tier: "p1" as const,
  paymentmethod: "card" as const,
  discountcode: null,
  instrument: null,
  mandate: null,
  store: false,
  proof: undefined,
  key: randomUUID(),
  network: `10.9.${member}`,
  networkCountry: null,
  locale: "en" as const,
  baseUrl: "http://127.0.0.1:9",
});

function deliver(app: App, gateways: ReturnType<typeof openGateways>, ref: string): Promise<void> {
  const id = `evt_${randomUUID()}`;
  const body = JSON.stringify({ id, ref });
  const at = Math.floor(app.clock.now().getTime() / 1000);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": sign(sandboxSecret(app.config.appSecret), id, at, body),
  };
  return receiveNotice(app, gateways, { provider: "sandbox", raw: Buffer.from(body), headers, secret: null });
}

/** Calls per second, so many at once. */
async function rate<T>(over: T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const waiting = [...over];
  const began = performance.now();
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (over.length / (performance.now() - began)) * 1000;
}
