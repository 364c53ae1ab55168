/** Stores searches, and sends email alerts for new matches (product.md 4). */
import { SAVED_SEARCHES } from "@serenade/contract/limits";
import { isoTime, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { queuePush } from "../../push/commands.ts";
import { listSites, regionNumbers } from "../../site/queries.ts";
import { countMatching, getSearcher } from "../queries.ts";
import { listAlerts, listNewcomers } from "./queries.ts";
import { filtersOf, savedQuery } from "./rules.ts";
import type { SavedRow } from "./tables.ts";

const DAY = 86_400;
/** Members count as new for no longer than this, however old the last alert. */
const NEW_DAYS = 30;
/** An upper limit for the count in an alert; beyond it the email says "and more". */
const NEWCOMERS = 20_000;
const BATCH = 500;

const lockMember = write<{ site: number; member: number }>(
  "select from members where site_id = $site and id = $member for update",
);
const countSaved = write<{ site: number; member: number; query: string }, { n: number }>(
  "select count(*)::int as n from saved_searches where site_id = $site and member_id = $member and query <> $query",
);
const insertSearch = write<{
  site: number;
  id: number;
  member: number;
  query: string;
  alert: boolean;
  baseUrl: string;
  now: string;
}>(
  `insert into saved_searches (site_id, id, member_id, query, alert, base_url, created_at, told_at) values ($site, $id, $member, $query, $alert, $baseUrl, $now, $now)
   on conflict (site_id, member_id, query) do update
      set alert = excluded.alert, base_url = excluded.base_url,
          told_at = case when saved_searches.alert then saved_searches.told_at else excluded.told_at end`,
);
const forget = write<{ site: number; member: number; id: number }>(
  "delete from saved_searches where site_id = $site and member_id = $member and id = $id",
);
const forgetAll = write<{ site: number; member: number }>(
  "delete from saved_searches where site_id = $site and member_id = $member",
);
/** The condition sends it once, however many processes run the job. */
const markAlerted = write<{ site: number; id: number; told: string; now: string }, { id: number }>(
  "update saved_searches set told_at = $now where site_id = $site and id = $id and told_at = $told returning id",
);

/** Stores a search once; storing it again updates its alert. Refuses an invalid search, and an eleventh. */
export async function saveSearch(
  app: Resources,
  { site, member }: { site: number; member: number },
  search: { query: string; alert: boolean; baseUrl: string },
): Promise<void> {
  const query = savedQuery(search.query);
  if (query === null) throw new Refusal("invalid", {}, { query: "invalid" });
  await app.db.transaction(async (tx) => {
    await tx.one(lockMember, { site, member });
    const { n } = (await tx.one(countSaved, { site, member, query }))!;
    if (n >= SAVED_SEARCHES) throw new Refusal("saved_search_limit");
    await tx.one(insertSearch, {
      site,
      id: app.ids.next(),
      member,
      query,
      alert: search.alert,
      baseUrl: search.baseUrl,
      now: app.clock.iso(),
    });
  });
}

export const forgetSearch = ({ db }: Resources, who: { site: number; member: number }, id: number) =>
  db.one(forget, { site: who.site, member: who.member, id });

export async function eraseSaved(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(forgetAll, { site, member });
}

/** Sends alerts for new members who match a saved search: at most one a day per search. */
export async function sendSavedSearchAlerts(app: Resources): Promise<void> {
  for (const { id: site } of await listSites(app)) {
    const newcomers = await listNewcomers(app.db, site, app.clock.in(-NEW_DAYS * DAY), NEWCOMERS);
    if (newcomers.length === 0) continue;
    for (let after = 0; ; ) {
      const rows = await listAlerts(app.db, site, app.clock.in(-DAY), after, BATCH);
      for (const row of rows) await sendAlert(app, site, row, newcomers);
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
  }
}

type Alert = Awaited<ReturnType<typeof listAlerts>>[number];
type Newcomers = Awaited<ReturnType<typeof listNewcomers>>;

async function sendAlert(app: Resources, site: number, row: Alert, newcomers: Newcomers): Promise<void> {
  const since = momentOf(row.told_at);
  const fresh = newcomers.filter(({ confirmed_at }) => momentOf(confirmed_at) > since);
  const count = await countNew(app, site, row, fresh);
  if (count === 0) return;
  await app.db.transaction(async (tx) => {
    if (!(await tx.one(markAlerted, { site, id: row.id, told: row.told_at, now: app.clock.iso() }))) return;
    const params = { name: row.name, count: String(count), url: `${row.base_url}/members?${row.query}` };
    await queueMail(app, tx, site, {
      member: row.member_id,
      to: row.email,
      kind: "saved_search",
      params,
      locale: row.locale,
    });
    await queuePush(app, tx, site, {
      member: row.member_id,
      kind: "saved_search",
      about: { search: row.id },
      params: { count, path: `/members?${row.query}` },
    });
  });
}

/** As a number: as text ".12Z" would come after ".123Z". */
const momentOf = (time: string) => Date.parse(isoTime(time));

async function countNew(
  app: Resources,
  site: number,
  { member_id, query }: SavedRow,
  newcomers: Newcomers,
): Promise<number> {
  const filters = filtersOf(query);
  if (!filters || newcomers.length === 0) return 0;
  // "Online" is about this moment; who is new may come back at any other.
  const criteria = {
    filters: { ...filters, online: undefined },
    now: app.clock.iso(),
    regions: await regionNumbers(app),
    searcher: await getSearcher(app, site, member_id),
  };
  const ids = newcomers.map(({ id }) => id);
  return countMatching(app, criteria, { site, viewer: member_id }, ids);
}
