/**
 * `npm run discount-code`: discounts issued by staff, until the back office has a screen. `create` makes a draft and
 * its codes, `activate` and `end` change its state, `list` shows the newest.
 */
import { parseArgs } from "node:util";
import { PAYMENT_METHODS, type PaymentMethod } from "@serenade/contract/credits";
import { isCountry } from "@serenade/contract/locales";
import { openApp } from "./app.ts";
import { readConfig } from "./kernel/config.ts";
import { isoTime } from "./kernel/db/db.ts";
import { Refusal } from "./kernel/refusal.ts";
import {
  activateCampaign,
  addCode,
  createCampaign,
  endCampaign,
  generateCodes,
} from "./modules/discounts/campaigns/commands.ts";
import { getCampaign, listCampaigns } from "./modules/discounts/campaigns/queries.ts";
import type { CampaignRow } from "./modules/discounts/tables.ts";

const USAGE = `npm run discount-code -- create --name "Spring" --percent 20 --days 14 --code SPRING20
npm run discount-code -- create --name "Press" --amount 5.00 --currency EUR --days 30 --generate 100 --prefix PRESS
npm run discount-code -- activate <id>   |   end <id>   |   list

create also takes: --site 1, --minimum 20.00, --country DE, --methods card,paypal, --from 2026-12-01, --max-uses 500,
--max-spent 1000.00, --activate. Amounts are in the --currency.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: "string", default: "1" },
    name: { type: "string" },
    percent: { type: "string" },
    amount: { type: "string" },
    currency: { type: "string" },
    minimum: { type: "string", default: "0" },
    country: { type: "string" },
    methods: { type: "string" },
    from: { type: "string" },
    days: { type: "string", default: "30" },
    "max-uses": { type: "string" },
    "max-spent": { type: "string" },
    code: { type: "string" },
    generate: { type: "string" },
    prefix: { type: "string", default: "CODE" },
    activate: { type: "boolean", default: false },
  },
});
const [verb, id] = positionals;
const site = whole("site", values.site);

const app = await openApp(readConfig(process.env));
try {
  if (verb === "create") await create();
  else if (verb === "activate" || verb === "end") await move(verb, whole("id", id ?? ""));
  else if (verb === "list") for (const row of await listCampaigns(app.db, site, 50)) show(row);
  else throw new Error(USAGE);
} catch (error) {
  console.error(error instanceof Refusal ? `refused: ${error.code}` : (error as Error).message);
  process.exitCode = 1;
}
await app.close();
process.exit();

async function create(): Promise<void> {
  const starts = values.from ? new Date(values.from) : app.clock.now();
  const ends = new Date(starts.getTime() + whole("days", values.days) * 86_400_000);
  const campaign = await createCampaign(app, site, {
    name: values.name ?? values.code ?? "Discount",
    percent: values.percent ? whole("percent", values.percent) : null,
    amount: values.amount ? minor("amount", values.amount) : null,
    currency: values.currency?.toUpperCase() ?? null,
    minimumOrder: values.minimum === "0" ? 0 : minor("minimum", values.minimum),
    country: country(values.country),
    paymentmethods: methods(values.methods),
    starts: starts.toISOString(),
    ends: ends.toISOString(),
    maxUses: values["max-uses"] ? whole("max-uses", values["max-uses"]) : null,
    maxSpent: values["max-spent"] ? minor("max-spent", values["max-spent"]) : null,
  });
  if (values.code) console.info(await addCode(app, site, campaign, { code: values.code }));
  if (values.generate) {
    const many = { count: whole("generate", values.generate), prefix: values.prefix };
    console.info((await generateCodes(app, site, campaign, many)).join("\n"));
  }
  if (values.activate) await activateCampaign(app, site, campaign);
  show(await getCampaign(app.db, site, campaign));
}

async function move(to: "activate" | "end", campaign: number): Promise<void> {
  await (to === "activate" ? activateCampaign : endCampaign)(app, site, campaign);
  show(await getCampaign(app.db, site, campaign));
}

function show(row: CampaignRow): void {
  const off = row.percent === null ? `${row.amount! / 100} ${row.currency}` : `${row.percent} %`;
  const window = `${isoTime(row.starts_at)} to ${isoTime(row.ends_at)}`;
  console.info(`${row.id} · ${row.name} · ${row.status} · ${off} · ${window} · ${row.uses} uses`);
}

function whole(name: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} is a whole number\n\n${USAGE}`);
  return Number(value);
}

/** "5.00" in minor units. */
function minor(name: string, value: string): number {
  if (!/^\d+\.\d\d$/.test(value)) throw new Error(`--${name} is an amount such as 5.00\n\n${USAGE}`);
  return Number(value.replace(".", ""));
}

function country(value: string | undefined): string | null {
  if (value && !isCountry(value)) throw new Error("--country is a country that the product serves, such as DE");
  return value ?? null;
}

function methods(value: string | undefined): PaymentMethod[] | null {
  const names = value?.split(",") as PaymentMethod[] | undefined;
  if (names?.some((name) => !PAYMENT_METHODS.includes(name)))
    throw new Error(`--methods is a list of ${PAYMENT_METHODS.join(", ")}`);
  return names ?? null;
}
