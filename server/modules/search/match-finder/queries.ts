/** Members who fit the answers of the match finder, and whom the member who asks fits. */
import { read } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { PickedRow } from "../../members/tables.ts";
import { findFitting } from "../mixes/queries.ts";
import type { BothWays } from "../mixes/rules.ts";

export interface FinderRow extends PickedRow {
  interests: number[];
}

/** So many of the last active are compared; a score is worth little with somebody who is long gone. */
const COMPARED = 240;

const interestsOf = read<[site: number, members: number[]], { id: number; interests: number[] }>(
  `select d.member_id as id, d.interests
     from unnest($2::bigint[]) wanted (id)
    cross join lateral (select member_id, interests from member_details where site_id = $1 and member_id = wanted.id offset 0) d`,
);

/** `country` is a number, or 0: everywhere. */
export async function listFinds(
  app: Resources,
  { site, viewer, country }: { site: number; viewer: number; country: number },
  wish: BothWays,
): Promise<FinderRow[]> {
  const cards = await findFitting(
    app,
    wish,
    { country, only: true },
    {
      site,
      viewer,
      limit: COMPARED,
      offset: 0,
      now: app.clock.now(),
    },
  );
  const rows = await app.db.all(
    interestsOf,
    site,
    cards.map(({ id }) => id),
  );
  const interests = new Map(rows.map((row) => [row.id, row.interests]));
  return cards.map((card) => ({ ...card, interests: interests.get(card.id) ?? [] }));
}
