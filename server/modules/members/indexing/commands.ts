/**
 * What search reads of members: a narrow row each, rewritten with every change that a search could see, and the times of the last
 * activity, collected in memory and written in batches.
 */
import { COUNTRIES, type Country } from "@serenade/contract/locales";
import { appState } from "../../../kernel/app-state.ts";
import type { Bus } from "../../../kernel/bus.ts";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { regionNumbers } from "../../site/queries.ts";
import { cellOfTown } from "../cells/queries.ts";
import { getMember } from "../queries.ts";

/** A set of small numbers as bits: bit n-1 is the number n. */
const bits = (column: string) => `(select coalesce(bit_or(1::bigint << (n - 1)), 0) from unnest(${column}) n)`;
const upsert = write<[number, number, string | null, string, number, number, number, number, boolean, number, string]>(
  `insert into member_search (site_id, member_id, last_active, date_of_birth, country, region, cell, gender, photo, looking_for,
                              changed_at, seek_min_age, seek_max_age, interests, languages)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, d.seek_min_age, d.seek_max_age, ${bits("d.interests")}, ${bits("d.languages")}
     from member_details d where d.site_id = $1 and d.member_id = $2
   on conflict (site_id, member_id) do update
      set last_active = coalesce(member_search.last_active, excluded.last_active), date_of_birth = excluded.date_of_birth,
          country = excluded.country, region = excluded.region, cell = excluded.cell, gender = excluded.gender,
          photo = excluded.photo, looking_for = excluded.looking_for, changed_at = excluded.changed_at,
          seek_min_age = excluded.seek_min_age, seek_max_age = excluded.seek_max_age,
          interests = excluded.interests, languages = excluded.languages`,
);
/** Nobody finds a row without the time of the last activity. */
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

/** The number of a country in search rows: its position in the contract's list plus one. */
export const countryNumber = (country: string): number => COUNTRIES.indexOf(country as Country) + 1;

/** Brings the search row in line with the member: findable while others see them, hidden otherwise. */
export async function indexMember(app: Resources, tx: Transaction, site: number, id: number): Promise<void> {
  const member = await getMember(tx, site, id);
  const now = app.clock.iso();
  if (!member.seen || member.invisible_since || member.consent_withdrawn_at) await tx.one(hide, site, id, now);
  else {
    const region = (await regionNumbers(app, tx)).get(member.countryregion) ?? 0;
    const place = [countryNumber(member.country), region, cellOfTown(member)] as const;
    const photo = member.main_photo_id !== null;
    await tx.one(
      upsert,
      ...([site, id, now, member.date_of_birth] as const),
      ...place,
      ...([member.gender, photo, member.looking_for, now] as const),
    );
  }
  tx.afterCommit(() => app.bus.publish(TOPIC, { site, member: id }));
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
