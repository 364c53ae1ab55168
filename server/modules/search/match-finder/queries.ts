/** Members who fit the answers of the match finder, and whom the member who asks fits. */
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { CARD_COLUMNS } from "../../members/queries.ts";
import type { CardRow } from "../../members/tables.ts";
import { fittingBothWays } from "../queries.ts";

export interface FinderRow extends CardRow {
  interests: number[];
}

export interface Wish {
  site: number;
  viewer: number;
  genders: number[];
  from: string;
  to: string;
  /** The gender of the one who asks as a bit, and their age. */
  own: number;
  age: number;
  /** The country's number, or 0: everywhere. */
  country: number;
}

type Params = [number, number, number[], string, string, number, number, number, number];

/** So many of the last active are compared; a score is worth little with somebody who is long gone. */
const COMPARED = 240;

const BOTH_WAYS = fittingBothWays({ genders: "$3", from: "$4", to: "$5", own: "$6", age: "$7" });

const fitting = (where: string) =>
  read<Params, FinderRow>(
    `select ${CARD_COLUMNS}, d.interests
       ${BOTH_WAYS} and ${where}
      order by s.last_active desc, s.member_id desc limit $9::int`,
  );
const FITTING = { country: fitting("s.country = $8::smallint"), everywhere: fitting("$8::smallint = 0") };

export const listFinds = (db: Queries, wish: Wish): Promise<FinderRow[]> =>
  db.all(
    wish.country ? FITTING.country : FITTING.everywhere,
    wish.site,
    wish.viewer,
    wish.genders,
    wish.from,
    wish.to,
    wish.own,
    wish.age,
    wish.country,
    COMPARED,
  );
