/** Mails about new likes: once until the member has been here again (product.md 8). */
import { ACTIVITY_MAIL_MINUTES } from "@serenade/contract/limits";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { listStops } from "../../mail/suppressions/queries.ts";
import { wantsMail } from "../../notifications/queries.ts";
import { listSites, publicUrlOf } from "../../site/queries.ts";
import { type Liked, listLiked } from "./queries.ts";

/** No mails about older likes: the first run on an old database must not email everyone. */
const OLDEST_SECONDS = 7 * 86_400;
const BATCH = 500;

/** The condition sends it once, however many processes run the job. */
const markMailed = write<{ site: number; id: number; now: string; onlineAt: string }, { member_id: number }>(
  `insert into like_mails (site_id, member_id, mailed_at) values ($site, $id, $now)
   on conflict (site_id, member_id) do update set mailed_at = excluded.mailed_at
    where like_mails.mailed_at < $onlineAt returning member_id`,
);

export async function mailLikes(app: Resources): Promise<void> {
  const between = { since: app.clock.in(-OLDEST_SECONDS), until: app.clock.in(-ACTIVITY_MAIL_MINUTES * 60) };
  for (const site of await listSites(app)) {
    const url = `${publicUrlOf(app, site)}/likes`;
    for (let after = 0; ; ) {
      const rows = await listLiked(app.db, site.id, between, after, BATCH);
      for (const row of rows) await mailOne(app, site.id, row, url);
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
  }
}

async function mailOne(app: Resources, site: number, row: Liked, url: string): Promise<void> {
  const { id, name, country, email, locale, likes, online_at } = row;
  if (!(await wantsMail(app.db, { site, member: id, country }, "like"))) return;
  if ((await listStops(app.db, site, id)).length) return;
  await app.db.transaction(async (tx) => {
    if (!(await tx.one(markMailed, { site, id, now: app.clock.iso(), onlineAt: online_at }))) return;
    const params = { name, count: String(likes), url: `${url}?lang=${locale}` };
    await queueMail(app, tx, site, { member: id, to: email, kind: "new_likes", params, locale });
  });
}
