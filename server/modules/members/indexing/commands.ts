/**
 * What search reads of members: a narrow row each, rewritten with every change that a search could see, and the times
 * of the last activity, collected in memory and written in batches.
 */
import { appState } from "../../../kernel/app-state.ts";
import type { Bus } from "../../../kernel/bus.ts";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { regionNumbers } from "../../site/queries.ts";
import { cellOfTown, type TownName } from "../cells/queries.ts";
import { getMember } from "../queries.ts";
import { CHOICE_NAMES, CHOICES } from "./rules.ts";

const columns = ["date_of_birth", "region", "cell", "seek_min_age", "seek_max_age", "changed_at", ...CHOICE_NAMES];
const values = CHOICE_NAMES.map((name) => CHOICES[name].from);
/** Upserts several members; keeps a known time of last activity. */
const upsert = write<{
  site: number;
  now: string;
  ids: number[];
  regions: number[];
  cells: number[];
  lastActive: string[];
}>(
  `insert into member_search (site_id, member_id, last_active, ${columns.join(", ")})
   select $site, m.id, r.last_active, m.date_of_birth, r.region, r.cell, d.seek_min_age, d.seek_max_age, $now, ${values.join(", ")}
     from unnest($ids::bigint[], $regions::smallint[], $cells::int[], $lastActive::timestamptz[]) as r (id, region, cell, last_active)
     join members m on m.site_id = $site and m.id = r.id
     join member_details d on d.site_id = $site and d.member_id = r.id
   on conflict (site_id, member_id) do update
      set last_active = coalesce(member_search.last_active, excluded.last_active),
          ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
);
/** A row without the time of the last activity is found by no search. */
const hide = write<{ site: number; id: number; now: string }>(
  "update member_search set last_active = null, changed_at = $now where site_id = $site and member_id = $id",
);
const touchAll = write<{ sites: number[]; members: number[]; ats: string[] }>(
  `update member_search s set last_active = seen.at
     from unnest($sites::smallint[], $members::bigint[], $ats::timestamptz[]) as seen (site_id, member_id, at)
    where s.site_id = seen.site_id and s.member_id = seen.member_id
      and s.last_active < seen.at - interval '60 seconds'`,
);

const TOPIC = "search";

/** Updates the search row of a member: findable while visible to others, hidden otherwise. */
export async function indexMember(app: Resources, tx: Transaction, site: number, id: number): Promise<void> {
  const member = await getMember(tx, site, id);
  const now = app.clock.iso();
  if (!member.seen || member.invisible_since || member.consent_withdrawn_at) await tx.one(hide, { site, id, now });
  else await indexMembers(app, tx, site, [{ ...member, last_active: now }]);
  tx.afterCommit(() => app.bus.publish(TOPIC, { site, member: id }));
}

/** Writes the search rows of members who can be found. */
export async function indexMembers(
  app: Resources,
  tx: Transaction,
  site: number,
  members: (TownName & { id: number; last_active: string })[],
): Promise<void> {
  const regions = await regionNumbers(app, tx);
  await tx.one(upsert, {
    site,
    now: app.clock.iso(),
    ids: members.map(({ id }) => id),
    regions: members.map(({ countryregion }) => regions.get(countryregion) ?? 0),
    cells: members.map((member) => cellOfTown(member)),
    lastActive: members.map(({ last_active }) => last_active),
  });
}

/** Calls back after each commit, of any process, that has changed what searches find of a member. */
export function onIndexed(bus: Bus, changed: (site: number, member: number) => void): void {
  bus.subscribe(TOPIC, ({ site, member }: { site: number; member: number }) => changed(site, member));
}

/** By member. */
type Activity = Map<number, { site: number; at: number }>;
const activityOf = appState((): { noted: Activity } => ({ noted: new Map() }));

/** Records activity in memory; written by `flushActivity`, so that a request costs no write. */
export function noteActivity(app: Resources, site: number, member: number): void {
  activityOf(app).noted.set(member, { site, at: app.clock.now().getTime() });
}

/** Writes what was noted since the last time. */
export async function flushActivity(app: Resources): Promise<void> {
  const activity = activityOf(app);
  if (!activity.noted.size) return;
  const rows = [...activity.noted];
  activity.noted = new Map();
  const written = app.db.one(touchAll, {
    sites: rows.map(([, { site }]) => site),
    members: rows.map(([member]) => member),
    ats: rows.map(([, { at }]) => new Date(at).toISOString()),
  });
  await written.catch((error) => {
    activity.noted = new Map([...rows, ...activity.noted]); // with the next ones
    throw error;
  });
}
