/** A member's cell: moved three times a day at most, and filled in for rows older than cells. */
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { cellOfTown, type TownName } from "./queries.ts";
import { CELL_MOVES_PER_DAY, NO_CELL } from "./rules.ts";

const DAY = 86_400;
const BATCH = 2_000;

const lockMember = write<{ site: number; id: number }>(
  "select from members where site_id = $site and id = $id for update",
);
const countMoves = write<{ site: number; member: number; since: string }, { n: number }>(
  "select count(*)::int as n from cell_moves where site_id = $site and member_id = $member and moved_at > $since",
);
const insertMove = write<{ site: number; member: number; now: string }>(
  "insert into cell_moves (site_id, member_id, moved_at) values ($site, $member, $now) on conflict do nothing",
);
const deleteMoves = write<{ before: string }>("delete from cell_moves where moved_at < $before");
const withoutCell = write<{ limit: number }, TownName & { site_id: number; id: number }>(
  `select f.site_id, f.member_id as id, m.country, m.countryregion, m.city
     from member_search f join members m on m.site_id = f.site_id and m.id = f.member_id
    where f.cell is null order by f.site_id, f.member_id limit $limit`,
);
const setCells = write<{ sites: number[]; members: number[]; cells: number[]; now: string }>(
  `update member_search f set cell = found.cell, changed_at = $now
     from unnest($sites::smallint[], $members::bigint[], $cells::int[]) as found (site_id, member_id, cell)
    where f.site_id = found.site_id and f.member_id = found.member_id and f.cell is null`,
);

/**
 * Counts a move to another cell, and refuses the fourth of a day: moving around another member could locate their home.
 */
export async function moveCell(
  app: Resources,
  tx: Transaction,
  who: { site: number; member: number },
  places: { before: TownName; after: TownName },
): Promise<void> {
  const after = cellOfTown(places.after);
  if (after === NO_CELL || after === cellOfTown(places.before)) return;
  await tx.one(lockMember, { site: who.site, id: who.member });
  const { n } = (await tx.one(countMoves, { site: who.site, member: who.member, since: app.clock.in(-DAY) }))!;
  if (n >= CELL_MOVES_PER_DAY) throw new Refusal("place_limit");
  await tx.one(insertMove, { site: who.site, member: who.member, now: app.clock.iso() });
}

/** Fills in the cells of members whose rows are older than cells. */
export async function fillCells({ db, clock }: Resources): Promise<void> {
  for (;;) {
    const rows = await db.all(withoutCell, { limit: BATCH });
    if (!rows.length) return;
    await db.one(setCells, {
      sites: rows.map((row) => row.site_id),
      members: rows.map((row) => row.id),
      cells: rows.map((row) => cellOfTown(row)),
      now: clock.iso(),
    });
  }
}

export async function sweepMoves({ db, clock }: Resources): Promise<void> {
  await db.one(deleteMoves, { before: clock.in(-DAY) });
}
