/** Reads of gifts. What a profile shows of them is read by profiles. */
import { GIFTS_LISTED } from "@serenade/contract/limits";
import type { Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import { notBlocked } from "../../members/queries.ts";
import type { ReceivedRow } from "./tables.ts";

const received = read<{ site: number; viewer: number; limit: number }, ReceivedRow>(
  `select g.id, g.gift, g.sender_id, m.name as sender_name, g.created_at, g.hidden_at is not null as hidden
     from gifts g join members m on m.site_id = g.site_id and m.id = g.sender_id and m.seen
    where g.site_id = $site and g.receiver_id = $viewer and ${notBlocked("g.sender_id")}
    order by g.id desc limit $limit`,
);

/** The newest gifts to a member; none across a block, none from hidden members. */
export const listReceived = (db: Queries, site: number, member: number): Promise<ReceivedRow[]> =>
  db.all(received, { site, viewer: member, limit: GIFTS_LISTED });
