/** What the first start of demo mode does: a site, its invented community, and a word about how to log in. */
import { read, write } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { createSite } from "../../modules/site/commands.ts";
import { listSites } from "../../modules/site/queries.ts";
import { fillDemo } from "./fill.ts";
import { DEMO_LOGINS, DEMO_PASSWORD } from "./logins.ts";
import { storePictures } from "./pictures.ts";

export const DEMO_SITE = 1;
export const DEMO_MEMBERS = 600;

const newest = read<[number], { at: string | null }>(
  "select max(last_active) as at from member_search where site_id = $1",
);
/** As long ago as it was when the community was made: what is invented does not grow old between two starts. */
const refresh = write<[number, string, string]>(
  "update member_search set last_active = last_active + ($2::timestamptz - $3::timestamptz) where site_id = $1",
);

/** Creates the site and the community when there is none; brings its times up to date when there is. */
export async function welcomeDemo(app: Resources, count = DEMO_MEMBERS): Promise<void> {
  if (await createFirstSite(app)) {
    await storePictures(app.storage);
    await fillDemo(app, { site: DEMO_SITE, count });
  } else {
    const row = await app.db.one(newest, DEMO_SITE);
    if (row?.at) await app.db.one(refresh, DEMO_SITE, app.clock.iso(), row.at);
  }
  printLogins();
}

/** The site that everything starts with; false when there is one. */
export async function createFirstSite(app: Resources): Promise<boolean> {
  if ((await listSites(app)).length > 0) return false;
  return createSite(app, { id: DEMO_SITE, domain: "localhost" });
}

function printLogins(): void {
  const lines = DEMO_LOGINS.map(({ kind, email }) => `    ${kind.padEnd(16)}${email}`);
  console.info(
    `\n  Demo community: everyone in it is invented. Log in as\n${lines.join("\n")}\n  with the password "${DEMO_PASSWORD}". Mails arrive at /dev/outbox.`,
  );
}
