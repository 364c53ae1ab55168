/** A search with filters that no index knows: found and counted in the columns of the process, cards as everywhere. */
import type { SearchFilter } from "@serenade/contract/search";
import type { Db } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { cardsOf, type Picked, picked } from "../../members/cards/queries.ts";
import { onlineSince } from "../../members/rules.ts";
import type { PickedRow } from "../../members/tables.ts";
import { columnsOf } from "../columns/queries.ts";
import type { Columns } from "../columns/rules.ts";
import type { Page } from "../queries.ts";
import { totalOf } from "../rules.ts";
import {
  type Born,
  type BothWays,
  fitting,
  isIn,
  leaveOut,
  leavingOut,
  type Matches,
  newestOf,
  type Part,
  partsOf,
  together,
  type Wanted,
  widening,
  within,
  without,
} from "./rules.ts";

const blockedEitherWay = read<[site: number, viewer: number], { id: number }>(
  `select blocked_id as id from blocks where site_id = $1 and blocker_id = $2
    union all select blocker_id from blocks where site_id = $1 and blocked_id = $2`,
);
/** Only who can be found at this moment, whatever the columns say. */
const pickedByIds = read<[site: number, viewer: number, ids: number[], online_since: string], Picked>(
  `select ${picked("$4")}
     from (select found.*
             from unnest($3::bigint[]) with ordinality as wanted (id, place)
            cross join lateral (
                  select member_id, last_active, card_version from member_search
                   where site_id = $1 and member_id = wanted.id offset 0) found
            order by wanted.place) p`,
);

/** Whom the viewer does not see: themselves, and who is blocked either way. */
async function unseenBy(db: Db, { site, viewer }: Page): Promise<number[]> {
  if (!viewer) return [];
  return [viewer, ...(await db.all(blockedEitherWay, site, viewer)).map(({ id }) => id)];
}

async function cardsById(db: Db, { site, viewer, now }: Page, ids: number[]): Promise<PickedRow[]> {
  return ids.length ? cardsOf(db, site, (await db.one(pickedByIds, site, viewer, ids, onlineSince(now)))!) : [];
}

export interface Relaxation {
  drop: SearchFilter;
  numResults: number;
}

/** A search over the columns, as far as it was needed; later questions about it cost little more. */
export interface Look {
  columns: Columns;
  parts: Part[];
  unseen: number[];
}

export async function lookFor(app: Resources, wanted: Wanted, page: Page): Promise<Look> {
  const [columns, unseen] = [await columnsOf(app, page.site), await unseenBy(app.db, page)];
  return { columns, parts: partsOf(columns, wanted), unseen };
}

/** A page of cards and how many fit, exact to the last minute, without the viewer and whom they do not see. */
export async function findMix(
  db: Db,
  { columns, parts, unseen }: Look,
  page: Page,
): Promise<{ cards: PickedRow[]; total: number }> {
  const { matches, total } = together(columns, parts);
  const left = leaveOut(columns, matches, unseen);
  const ids = newestOf(columns, matches, page);
  const cards = await cardsById(db, page, ids);
  // a leaver of this moment makes a page short that is not the last
  const gone = ids.length - cards.length;
  return { cards, total: totalOf(total - left - gone, ids.length - gone, page, ids.length < page.limit) };
}

/** Members who fit the viewer and whom the viewer fits, the last active first; those of a country before all others, where one is named. */
export async function findFitting(
  app: Resources,
  wish: BothWays,
  { country = 0, only = false, except = [] }: { country?: number; only?: boolean; except?: number[] },
  page: Page,
): Promise<PickedRow[]> {
  const columns = await columnsOf(app, page.site);
  const matches = fitting(columns, wish).slice();
  leaveOut(columns, matches, [...(await unseenBy(app.db, page)), ...except]);
  if (!country) return cardsById(app.db, page, newestOf(columns, matches, page));
  const near = within(columns, matches, country);
  const ids = newestOf(columns, near, page);
  if (!only && ids.length < page.limit)
    ids.push(...newestOf(columns, without(matches, near), { ...page, limit: page.limit - ids.length }));
  return cardsById(app.db, page, ids);
}

/** The newest of each wider search who are in none of those before it. */
export async function findSimilar(
  db: Db,
  { columns, parts, unseen }: Look,
  widerAges: Born,
  shown: PickedRow[],
  page: Page,
): Promise<PickedRow[]> {
  const out = [...unseen, ...shown.map(({ id }) => id)];
  const ids: number[] = [];
  let before: Matches | null = null;
  for (const wider of widening(columns, parts, widerAges)) {
    if (ids.length === page.limit) break;
    const { matches } = together(columns, wider);
    leaveOut(columns, matches, out);
    if (before) ids.push(...newestOf(columns, without(matches, before), { limit: page.limit - ids.length, offset: 0 }));
    before = matches;
  }
  return cardsById(db, page, ids);
}

/** How many of these members fit. */
export function countAmong({ columns, parts, unseen }: Look, ids: number[]): number {
  const { matches } = together(columns, parts);
  leaveOut(columns, matches, unseen);
  return ids.filter((id) => isIn(columns, matches, id)).length;
}

/** How many would fit without each of the filters; those that gain most first, those that gain nobody not at all. */
export function listRelaxations({ columns, parts, unseen }: Look, filters: SearchFilter[]): Relaxation[] {
  const found = filters.map((drop) => {
    const left = drop === "country" ? leavingOut(parts, "country", "countryregion") : leavingOut(parts, drop);
    const { matches, total } = together(columns, left);
    return { drop, numResults: total - leaveOut(columns, matches, unseen) };
  });
  return found.filter((one) => one.numResults > 0).sort((one, other) => other.numResults - one.numResults);
}
