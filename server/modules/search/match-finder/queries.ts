/** Members who match the answers of the match finder and whose own wishes match the caller. */
import { read } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { ListedCardRow } from "../../members/tables.ts";
import { inCountry, matchingBothWays, type Wish } from "../filters/rules.ts";
import { listMembers } from "../queries.ts";

interface FinderRow extends ListedCardRow {
  interests: number[];
}

/** Compares the most recently active only; a high score is of little use with an inactive member. */
const COMPARED = 240;

const interestsOf = read<{ site: number; members: number[] }, { id: number; interests: number[] }>(
  `select d.member_id as id, d.interests
     from unnest($members::bigint[]) wanted (id)
    cross join lateral (select member_id, interests from member_details where site_id = $site and member_id = wanted.id offset 0) d`,
);

/** `country` is a code; null is everywhere. */
export async function listFinds(
  app: Resources,
  { site, viewer, country }: { site: number; viewer: number; country: string | null },
  wish: Wish,
): Promise<FinderRow[]> {
  const now = app.clock.now();
  const narrows = [country === null ? null : inCountry(country), matchingBothWays(wish, now.toISOString())];
  const cards = await listMembers(app, narrows, { site, viewer, limit: COMPARED, offset: 0, now });
  const ids = cards.map(({ id }) => id);
  const interests = new Map(
    (await app.db.all(interestsOf, { site, members: ids })).map((row) => [row.id, row.interests]),
  );
  return cards.map((card) => ({ ...card, interests: interests.get(card.id) ?? [] }));
}
