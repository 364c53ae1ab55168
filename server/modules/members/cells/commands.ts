/** A member's cell: moved three times a day at most, and worked out for those who were here before there were cells. */
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { cellOfTown, type TownName } from "./queries.ts";
import { CELL_MOVES_PER_DAY, NO_CELL } from "./rules.ts";

const DAY = 86_400;
const BATCH = 2_000;

const lockMember = write<[number, number]>("select from members where site_id = $1 and id = $2 for update");
const countMoves = write<[number, number, string], { n: number }>(
  "select count(*)::int as n from cell_moves where site_id = $1 and member_id = $2 and moved_at > $3",
);
const insertMove = write<[number, number, string]>(
  "insert into cell_moves (site_id, member_id, moved_at) values ($1, $2, $3) on conflict do nothing",
);
const deleteMoves = write<[string]>("delete from cell_moves where moved_at < $1");
const withoutCell = write<[number], TownName & { site_id: number; id: number }>(
  `select f.site_id, f.member_id as id, m.country, m.countryregion, m.city
     from member_search f join members m on m.site_id = f.site_id and m.id = f.member_id
    where f.cell is null order by f.site_id, f.member_id limit $1`,
);
const setCells = write<[number[], number[], number[], string]>(
  `update member_search f set cell = found.cell, changed_at = $4
     from unnest($1::smallint[], $2::bigint[], $3::int[]) as found (site_id, member_id, cell)
    where f.site_id = found.site_id and f.member_id = found.member_id and f.cell is null`,
);

/** Counts a move to another cell, and refuses the fourth of a day: moving around somebody is how their home would be found. */
export async function moveCell(
  app: Resources,
  tx: Transaction,
  who: { site: number; member: number },
  places: { before: TownName; after: TownName },
): Promise<void> {
  const after = cellOfTown(places.after);
  if (after === NO_CELL || after === cellOfTown(places.before)) return;
  await tx.one(lockMember, who.site, who.member);
  const { n } = (await tx.one(countMoves, who.site, who.member, app.clock.in(-DAY)))!;
  if (n >= CELL_MOVES_PER_DAY) throw new Refusal("place_limit");
  await tx.one(insertMove, who.site, who.member, app.clock.iso());
}

/** Cells of members whose rows are older than cells are. */
export async function fillCells({ db, clock }: Resources): Promise<void> {
  for (;;) {
    const rows = await db.all(withoutCell, BATCH);
    if (!rows.length) return;
    await db.one(
      setCells,
      rows.map((row) => row.site_id),
      rows.map((row) => row.id),
      rows.map((row) => cellOfTown(row)),
      clock.iso(),
    );
  }
}

export async function sweepMoves({ db, clock }: Resources): Promise<void> {
  await db.one(deleteMoves, clock.in(-DAY));
}
