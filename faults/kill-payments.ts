/**
 * Repeated kill -9 of the product between any two steps of paying, withdrawing, refunds that fail and chargebacks:
 * `node faults/kill-payments.ts --database embedded|real --kills 100`. Prints its counts; exits with 1 if the books are wrong, an
 * order is credited twice or not at all, or the product and the provider do not agree in the end.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { auditLedger } from "../server/modules/payments/audit/commands.ts";
import { type Person, populate } from "./population.ts";
import { freePort, pause, startProduct, startRealServers } from "./servers.ts";
import { PAYS, press, requester } from "./traffic.ts";

const { values } = parseArgs({
  options: { database: { type: "string", default: "embedded" }, kills: { type: "string", default: "100" } },
});
const kills = Number(values.kills);
/** A buyer may begin ten orders in ten minutes. */
const BUYERS = 60;
const AT_WORK = 6;
const ORDERS_EACH = 8;
const UP_MS = 900;
/** Each start leases one of 32 numbers of a process for two minutes (kernel/ids.ts): no more kills than that. */
const BETWEEN_KILLS_MS = 4_000;
/** Longer than an order or a refund waits until it is looked at. */
const LATER = "PT25H";
const JOBS_MS = 8_000;

const directory = mkdtempSync(join(tmpdir(), "serenade-payments-"));
const servers = values.database === "real" ? await startRealServers() : null;
const env: Record<string, string> = {
  DATA_DIR: directory,
  ...(servers ? { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl } : {}),
};
console.info(
  `kill -9 while orders are paid, refunded and charged back, on the ${values.database} database: ${kills} kills`,
);
const population = await populate(env, { pairs: 0, buyers: BUYERS });
const port = await freePort();
let product = await startProduct(env, port);

const NAMES: Record<string, string> = {
  pay: "orders paid",
  cancel: "orders cancelled",
  fail_refund: "refunds that fail",
  charge_back: "chargebacks",
  win: "chargebacks won",
  lose: "chargebacks lost",
};

let going = true;
let repeats = 0;
const steps: Record<string, number> = {};
const url = () => product.url;
const waiting = [...population.buyers];
const clients = Array.from({ length: AT_WORK }, async () => {
  while (going && waiting.length > 0) {
    const person = waiting.shift()!;
    for (let n = 0; going && n < ORDERS_EACH; n++) await buy(person);
    waiting.push(person);
  }
});

for (let n = 0; n < kills; n++) {
  const began = performance.now();
  await pause(UP_MS * Math.random());
  await product.kill();
  await pause(BETWEEN_KILLS_MS - UP_MS - (performance.now() - began));
  product = await startProduct(env, port);
}
going = false;
await Promise.all(clients);
await product.stop();
// The notices that the kills left behind are lost. Every job is due when a process starts: open orders and refunds come to their
// end, and what happened to paid orders is found by asking.
const lost = await loseNotices();
for (let start = 0; start < 3; start++) {
  product = await startProduct(env, port);
  const moved = await fetch(`${product.url}/dev/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance: LATER }),
  });
  if (!moved.ok) throw new Error(`the clock was not moved: ${moved.status}`);
  await product.stop();
  product = await startProduct(env, port);
  await pause(JOBS_MS);
  await product.stop();
}

const wrong = await verify();
await servers?.stop();
rmSync(directory, { recursive: true, force: true });
for (const [what, n] of Object.entries({
  kills,
  "requests repeated": repeats,
  ...steps,
  "notices lost": lost,
  ...wrong,
}))
  console.info(`  ${String(n).padStart(8)}  ${what}`);
if (Object.values(wrong).some((n) => n !== 0) || !steps["orders paid"]) {
  console.error("FAILED");
  process.exit(1);
}
console.info("passed");
process.exit(0);

/** One order, and what comes after it. */
async function buy(person: Person): Promise<void> {
  const repeated = () => void repeats++;
  const request = requester(url, person, repeated);
  const count = (what: string) => {
    steps[what] = (steps[what] ?? 0) + 1;
  };
  const { status, body } = await request(
    "POST",
    "/api/payment.php",
    { bundle: "p1", paymentmethod: "card" },
    randomUUID(),
  );
  if (status === 429 || (status === 409 && body.error === "payment_closed")) return pause(200);
  if (status !== 201) throw new Error(`an order was answered ${status} ${JSON.stringify(body)}`);
  const page = new URL(body.redirect).pathname;
  const { id } = body.transaction;
  const act = async (what: string, card?: string) => {
    await press(url, page, { act: what, ...(card && { card }) }, repeated);
    count(NAMES[what]!);
  };
  const look = () => request("GET", `/api/payment.php?id=${id}`);
  const chance = Math.random();
  if (chance < 0.1) return act("cancel");
  await act("pay", PAYS);
  if (Math.random() < 0.5) await look();
  if (chance < 0.6) {
    // the first look makes sure that there is something to withdraw from
    await look();
    const { body: withdrawn } = await request("POST", "/api/withdrawal.php", { id });
    count(withdrawn.error ? "withdrawals refused" : "withdrawals");
    if (Math.random() < 0.4) await act("fail_refund");
  }
  if (chance > 0.4) {
    await act("charge_back");
    if (Math.random() < 0.7) await act(Math.random() < 0.5 ? "win" : "lose");
  }
}

function openHere() {
  return openApp(readConfig({ MODE: "test", LOG_LEVEL: "error", ...env }));
}

async function loseNotices(): Promise<number> {
  const app = await openHere();
  const { rows } = await app.db.raw("delete from sandbox_notices where delivered_at is null returning id");
  await app.close();
  return rows.length;
}

/** The numbers that have to be 0. */
async function verify(): Promise<Record<string, number>> {
  const app = await openHere();
  const number = async (sql: string) => ((await app.db.raw(sql)).rows as { n: number }[])[0]!.n;
  const { proofs } = await auditLedger(app);
  const wrong = {
    "orders credited more than once": await number(
      "select count(*)::int as n from (select site_id, ref from ledger where kind = 2 group by 1, 2 having count(*) > 1) twice",
    ),
    "orders that are open": await number(
      "select count(*)::int as n from orders where status in ('loading', 'pending')",
    ),
    "orders that are not what the provider says": await number(
      `select count(*)::int as n from orders o join sandbox_payments p on p.ref = o.provider_ref
        where (p.status = 'paid') <> (o.status in ('completed', 'refunded'))`,
    ),
    "payments twice for one order": await number(
      "select count(*)::int as n from (select client_key from sandbox_payments group by 1 having count(*) > 1) twice",
    ),
    "refunds that are not what the provider says": await number(
      `select count(*)::int as n from refunds r full join sandbox_refunds s on s.client_key = 'refund:' || r.id
        where r.status is distinct from s.status or r.amount is distinct from s.amount`,
    ),
    "chargebacks that are not what the provider says": await number(
      `select count(*)::int as n from chargebacks c full join sandbox_chargebacks s on s.ref = c.provider_ref
        where c.status is distinct from s.status or c.amount is distinct from s.amount`,
    ),
    "orders that took back more credits than they gave": await number(
      `select count(*)::int as n from orders o
        where (select coalesce(sum(credits), 0) from refunds r where r.site_id = o.site_id and r.order_id = o.id and r.status <> 'failed')
            + (select coalesce(sum(credits), 0) from chargebacks c where c.site_id = o.site_id and c.order_id = o.id and c.status <> 'won') > o.credits`,
    ),
    "debts beside credits": await number("select count(*)::int as n from wallets where debt > 0 and balance > 0"),
    ...proofs,
  };
  await app.close();
  return wrong;
}
