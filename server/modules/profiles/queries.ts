/** Another member's whole profile as one viewer may see it (§2 Profile view, §6). */
import type { GiftCount } from "@serenade/contract/gifts";
import type { Locale } from "@serenade/contract/locales";
import { read } from "../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { areMatched } from "../likes/queries.ts";
import { listActivePhotos } from "../members/photos/queries.ts";
import type { ActiveRow } from "../members/photos/tables.ts";
import { blocksBetween, findCard, getDetails, notBlocked, refusalOfBlock } from "../members/queries.ts";
import type { CardRow, DetailsRow } from "../members/tables.ts";

const around = read<
  { site: number; viewer: number; id: number },
  { conversation: number | null; locale: Locale | null }
>(
  `select (select id from conversations
            where site_id = $site and a_id = least($viewer::bigint, $id::bigint) and b_id = greatest($viewer::bigint, $id::bigint)) as conversation,
          (select locale from accounts where site_id = $site and member_id = $id) as locale`,
);

/** Gifts from visible members without a block between them and the receiver. */
const gifts = read<{ site: number; receiver: number }, GiftCount>(
  `select g.gift, count(*)::int as count
     from gifts g join members s on s.site_id = g.site_id and s.id = g.sender_id and s.seen
    where g.site_id = $site and g.receiver_id = $receiver and g.hidden_at is null and ${notBlocked("g.sender_id", "$receiver")}
    group by g.gift order by max(g.id) desc`,
);

export interface Profile {
  card: CardRow;
  details: DetailsRow;
  photos: ActiveRow[];
  gifts: GiftCount[];
  match: boolean;
  blocked: boolean;
  conversation: number | null;
  locale: Locale | null;
}

/** Refuses `blocked` with the name if the viewer blocked the member, `not_found` for every hidden member. */
export async function getProfile(app: Resources, site: number, viewer: number, id: number): Promise<Profile> {
  const { db } = app;
  const card = orNotFound(await findCard(db, site, viewer, id));
  const { by_viewer, by_other } = await blocksBetween(db, site, viewer, id);
  if (card.gone) throw new Refusal("not_found");
  if (by_other) throw await refusalOfBlock(app, site, card.name);
  if (!card.confirmed && viewer !== id) throw new Refusal("not_found");
  const [details, photos, received, match, found] = await Promise.all([
    getDetails(db, site, id),
    listActivePhotos(db, site, id),
    db.all(gifts, { site, receiver: id }),
    areMatched(db, site, viewer, id),
    db.one(around, { site, viewer, id }),
  ]);
  return { card, details, photos, gifts: received, match, blocked: by_viewer, ...found! };
}
