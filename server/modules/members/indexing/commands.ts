/**
 * What search reads of members: a narrow row each, rewritten with every change that a search could see, and the times of the last
 * activity, collected in memory and written in batches.
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
/** Several members at once; a time of last activity that is known stays. */
const upsert = write<
  [site: number, now: string, ids: number[], regions: number[], cells: number[], last_active: string[]]
>(
  `insert into member_search (site_id, member_id, last_active, ${columns.join(", ")})
   select $1, m.id, r.last_active, m.date_of_birth, r.region, r.cell, d.seek_min_age, d.seek_max_age, $2, ${values.join(", ")}
     from unnest($3::bigint[], $4::smallint[], $5::int[], $6::timestamptz[]) as r (id, region, cell, last_active)
     join members m on m.site_id = $1 and m.id = r.id
     join member_details d on d.site_id = $1 and d.member_id = r.id
   on conflict (site_id, member_id) do update
      set last_active = coalesce(member_search.last_active, excluded.last_active),
          ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
);
/** A row without the time of the last activity is found by no search. */
const hide = write<[number, number, string]>(
  "update member_search set last_active = null, changed_at = $3 where site_id = $1 and member_id = $2",
);
const touchAll = write<[number[], number[], string[]]>(
  `update member_search s set last_active = seen.at
     from unnest($1::smallint[], $2::bigint[], $3::timestamptz[]) as seen (site_id, member_id, at)
    where s.site_id = seen.site_id and s.member_id = seen.member_id
      and s.last_active < seen.at - interval '60 seconds'`,
);

const TOPIC = "search";

/** Brings the search row in line with the member: findable while others see them, hidden otherwise. */
export async function indexMember(app: Resources, tx: Transaction, site: number, id: number): Promise<void> {
  const member = await getMember(tx, site, id);
  const now = app.clock.iso();
  if (!member.seen || member.invisible_since || member.consent_withdrawn_at) await tx.one(hide, site, id, now);
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
  await tx.one(
    upsert,
    site,
    app.clock.iso(),
    members.map(({ id }) => id),
    members.map(({ countryregion }) => regions.get(countryregion) ?? 0),
    members.map((member) => cellOfTown(member)),
    members.map(({ last_active }) => last_active),
  );
}

/** Calls back after each commit, of any process, that has changed what searches find of a member. */
export function onIndexed(bus: Bus, changed: (site: number, member: number) => void): void {
  bus.subscribe(TOPIC, ({ site, member }: { site: number; member: number }) => changed(site, member));
}

/** By member. */
type Activity = Map<number, { site: number; at: number }>;
const activityOf = appState((): { noted: Activity } => ({ noted: new Map() }));

/** Notes that a member is here; written by `flushActivity`, so a request costs nothing. */
export function noteActivity(app: Resources, site: number, member: number): void {
  activityOf(app).noted.set(member, { site, at: app.clock.now().getTime() });
}

/** Writes what was noted since the last time. */
export async function flushActivity(app: Resources): Promise<void> {
  const activity = activityOf(app);
  if (!activity.noted.size) return;
  const rows = [...activity.noted];
  activity.noted = new Map();
  const written = app.db.one(
    touchAll,
    rows.map(([, { site }]) => site),
    rows.map(([member]) => member),
    rows.map(([, { at }]) => new Date(at).toISOString()),
  );
  await written.catch((error) => {
    activity.noted = new Map([...rows, ...activity.noted]); // with the next ones
    throw error;
  });
}
