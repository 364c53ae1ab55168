/** `npm run site`: creates and changes sites, until the back office has a screen. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isLocale } from "@serenade/contract/locales";
import { parsePage } from "@serenade/texts/pages";
import { openApp } from "./app.ts";
import { readConfig } from "./kernel/config.ts";
import { Refusal } from "./kernel/refusal.ts";
import { publishPage, removePage } from "./modules/pages/commands.ts";
import { changeCompany, changeSite, changeSiteMail, createSite, moveSite, setPrices } from "./modules/site/commands.ts";
import { getSite, listBundles, listSites } from "./modules/site/queries.ts";
import { checkCompany, checkSettings } from "./modules/site/settings/rules.ts";
import type { BundleRow, SiteMail } from "./modules/site/tables.ts";

const USAGE = `npm run site -- list
npm run site -- show <id>
npm run site -- create <id> <domain> name="Evening Club" domain_language=de niche=3
npm run site -- set <id> description="…" countries='["DE","AT"]' min_age=21
npm run site -- company <id> name="Evening Club B.V." city=Utrecht added=2026-12-01T00:00:00Z
npm run site -- address <id> <domain> https://example.com
npm run site -- price <id> EUR p0=20:9.99 p1=60:24.99:popular
npm run site -- page <id> <token> <locale> about.md [footer]    (title and description in front matter, as in texts/pages)
npm run site -- remove-page <id> <token>
npm run site -- mail <id> --dkim-domain example.com --dkim-selector s1 --dkim-key key.pem --bounce-domain bounces.example.com

Values are JSON where they are (numbers, lists, true, false), else text.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "dkim-domain": { type: "string" },
    "dkim-selector": { type: "string" },
    "dkim-key": { type: "string" },
    "bounce-domain": { type: "string" },
  },
});
const [verb = "", ...rest] = positionals;

const app = await openApp(readConfig(process.env));
try {
  await run();
} catch (error) {
  const refused =
    error instanceof Refusal ? `refused: ${error.code} ${Object.keys(error.fields ?? {}).join(", ")}` : null;
  console.error(refused ?? (error as Error).message);
  process.exitCode = 1;
}
await app.close();
process.exit();

async function run(): Promise<void> {
  if (verb === "list") {
    for (const { id, domain, public_url, settings } of await listSites(app))
      console.info(
        `${id}  ${domain}  ${public_url ?? "-"}  ${settings.name}, ${settings.domain_language}, niche ${settings.niche}`,
      );
    return;
  }
  const id = Number(rest[0]);
  if (!Number.isInteger(id) || id < 1) throw new Error(USAGE);
  if (verb === "create") return create(id, rest[1], rest.slice(2));
  await getSite(app, id);
  if (verb === "show") return show(id);
  if (verb === "set") await changeSite(app, id, checkSettings(pairs(rest.slice(1))));
  else if (verb === "company") await changeCompany(app, id, checkCompany(pairs(rest.slice(1))));
  else if (verb === "address") await moveSite(app, id, { domain: rest[1] ?? "", url: rest[2] ?? null });
  else if (verb === "price") await setPrices(app, id, packs(rest[1] ?? "", rest.slice(2)));
  else if (verb === "page") return publish(id, rest.slice(1));
  else if (verb === "remove-page") return removePage(app, id, rest[1] ?? "");
  else if (verb === "mail") await changeSiteMail(app, id, mail());
  else throw new Error(USAGE);
  await show(id);
}

async function publish(id: number, [token = "", locale, file, footer]: string[]): Promise<void> {
  if (!isLocale(locale) || !file || (footer !== undefined && footer !== "footer")) throw new Error(USAGE);
  const page = parsePage(readFileSync(file, "utf8"));
  if (!page) throw new Error(`${file} does not begin with a title and a description: see texts/pages/en/faq.md`);
  await publishPage(app, id, { token, locale, footer: footer === "footer", ...page });
  console.info(`/${token} in ${locale}: ${page.title}`);
}

async function create(id: number, domain: string | undefined, given: string[]): Promise<void> {
  if (!domain) throw new Error(USAGE);
  const settings = checkSettings(pairs(given));
  if (!(await createSite(app, { id, domain: domain.toLowerCase(), settings })))
    throw new Error(`There is a site ${id}, or one at ${domain}.`);
  await show(id);
}

async function show(id: number): Promise<void> {
  const { mail: sending, ...site } = await getSite(app, id);
  const prices = await listBundles(app, id);
  const { dkim, ...others } = sending;
  const shown = { ...others, ...(dkim && { dkim: { domain: dkim.domain, selector: dkim.selector } }) };
  console.info(JSON.stringify({ ...site, mail: shown, prices }, null, 2));
}

/** name=value → an object; a value that is no JSON is a text. */
function pairs(given: string[]): Record<string, unknown> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new Error(`${pair} is not name=value`);
      return [pair.slice(0, at), readValue(pair.slice(at + 1))];
    }),
  );
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** p1=60:24.99:popular */
function packs(currency: string, given: string[]): BundleRow[] {
  if (!/^[A-Z]{3}$/.test(currency) || given.length === 0) throw new Error(USAGE);
  return given.map((pack) => {
    const [, tier, credits, price, popular] = /^(p[0-3])=(\d+):(\d+\.\d\d)(:popular)?$/.exec(pack) ?? [];
    if (!tier) throw new Error(`${pack} is not like p1=60:24.99`);
    const amount = Math.round(Number(price) * 100);
    return { tier: tier as BundleRow["tier"], currency, credits: Number(credits), amount, popular: Boolean(popular) };
  });
}

function mail(): SiteMail {
  const { "dkim-domain": domain, "dkim-selector": selector, "dkim-key": file, "bounce-domain": bounce } = values;
  if ([domain, selector, file].some(Boolean) && !(domain && selector && file))
    throw new Error("DKIM needs --dkim-domain, --dkim-selector and --dkim-key.");
  return {
    ...(domain && selector && file && { dkim: { domain, selector, key: readFileSync(file, "utf8") } }),
    ...(bounce && { bounce_domain: bounce }),
  };
}
