/** Demo mode: creates a site and its generated community, and prints how to log in. */
import { read, write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { activateCampaign, addCode, createCampaign } from "../../modules/discounts/campaigns/commands.ts";
import { changeCompany, createSite } from "../../modules/site/commands.ts";
import { listSites } from "../../modules/site/queries.ts";
import { fillDemo } from "./fill.ts";
import { DEMO_LOGINS, DEMO_PASSWORD } from "./logins.ts";

export const DEMO_SITE = 1;
export const DEMO_MEMBERS = 600;

const newest = read<{ site: number }, { at: string | null }>(
  "select max(last_active) as at from member_search where site_id = $site",
);
/** As long ago as it was when the community was made: what is invented does not grow old between two starts. */
const refresh = write<{ site: number; now: string; at: string }>(
  "update member_search set last_active = last_active + ($now::timestamptz - $at::timestamptz) where site_id = $site",
);

/** Invented people get no mail about what was invented to have happened before. */
const markLikesMailed = write<{ site: number; now: string }>(
  "insert into like_mails (site_id, member_id, mailed_at) select site_id, id, $now from members where site_id = $site",
);
const markMessagesMailed = write<{ site: number; now: string }>(
  `insert into unread_reminders (site_id, member_id, kind, reminded_at)
   select site_id, id, kind, $now from members, unnest(array['new_messages', 'unread_message_reminders']) as kind
    where site_id = $site`,
);

/** Creates the site and its community; does nothing when there is one. */
export async function createDemo(app: Resources, count = DEMO_MEMBERS): Promise<void> {
  if (!(await createFirstSite(app))) return;
  await changeCompany(app, DEMO_SITE, DEMO_COMPANY);
  await fillDemo(app, { site: DEMO_SITE, count });
  const done = { site: DEMO_SITE, now: app.clock.iso() };
  await app.db.one(markLikesMailed, done);
  await app.db.one(markMessagesMailed, done);
  await addDemoCode(app);
}

export async function refreshDemo(app: Resources): Promise<void> {
  const row = await app.db.one(newest, { site: DEMO_SITE });
  if (row?.at) await app.db.one(refresh, { site: DEMO_SITE, now: app.clock.iso(), at: row.at });
}

/** Invented, so that pages and receipts of the demo have no gaps. */
const DEMO_COMPANY = {
  name: "Serenade Demo B.V.",
  address: "Voorbeeldstraat 1",
  city: "Amsterdam",
  kvk: "00000000",
  support_phone: "+31 20 000 0000",
};

/** A discount code to try out. */
const DEMO_CODE = "DEMO10";
const TEN_YEARS = 10 * 365 * 86_400;

async function addDemoCode(app: Resources): Promise<void> {
  const campaign = await createCampaign(app, DEMO_SITE, {
    name: "Demo",
    percent: 10,
    amount: null,
    currency: null,
    minimumOrder: 0,
    country: null,
    paymentmethods: null,
    starts: app.clock.iso(),
    ends: app.clock.in(TEN_YEARS),
    maxUses: null,
    maxSpent: null,
  });
  await addCode(app, DEMO_SITE, campaign, { code: DEMO_CODE });
  await activateCampaign(app, DEMO_SITE, campaign);
}

/** The site that everything starts with; false when there is one. */
export async function createFirstSite(app: Resources): Promise<boolean> {
  if ((await listSites(app)).length > 0) return false;
  return createSite(app, { id: DEMO_SITE, domain: "localhost" });
}

export function printLogins(): void {
  const lines = DEMO_LOGINS.map(({ kind, email }) => `    ${kind.padEnd(16)}${email}`);
  console.info(
    `\n  Demo community: everyone in it is invented. Log in as\n${lines.join("\n")}\n  with the password "${DEMO_PASSWORD}". Mails arrive at /dev/outbox.\n  The discount code ${DEMO_CODE} takes 10 % off.`,
  );
}
