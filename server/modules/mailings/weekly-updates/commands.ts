/** The weekly update: who is new near a member and fits their search (product.md 8). Not sent without new members. */
import { WEEKLY_UPDATE_DAYS, WEEKLY_UPDATE_LOOK_DAYS } from "@serenade/contract/limits";
import { isoTime } from "../../../kernel/db/db.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { listSites } from "../../site/queries.ts";
import type { SiteRow } from "../../site/tables.ts";
import { deliver, isLongRun, takeTurnOf } from "../commands.ts";
import { isAsleep, receiversOf } from "../queries.ts";
import type { Receiver } from "../tables.ts";
import { findUpdate, listNewcomers, type Newcomer } from "./queries.ts";

const DAY = 86_400;
/** Members count as new for no longer than this, however old the last update. */
const NEW_DAYS = 30;
const NEWCOMERS = 20_000;
/** By then every process has a new member in its index: who joined later belongs to the next update. */
const SETTLED_MS = 600_000;

export async function sendWeeklyUpdates(app: Resources): Promise<void> {
  const startedAt = performance.now();
  const joinedBefore = app.clock.in(-WEEKLY_UPDATE_LOOK_DAYS * DAY); // on the first day the site itself shows who is there
  for (const site of await listSites(app)) {
    const newcomers = await listNewcomers(app.db, site.id, app.clock.in(-NEW_DAYS * DAY), NEWCOMERS);
    if (newcomers.length === 0) continue;
    for await (const receiver of receiversOf(app, site.id, "weekly_updates", { joinedBefore })) {
      if (isLongRun(startedAt)) return;
      if (receiver.consenting && !isAsleep(app, receiver)) await sendUpdate(app, site, receiver, newcomers);
    }
  }
}

async function sendUpdate(app: Resources, site: SiteRow, receiver: Receiver, newcomers: Newcomer[]): Promise<void> {
  const last = receiver.last_sent_at ? isoTime(receiver.last_sent_at) : app.clock.in(-WEEKLY_UPDATE_DAYS * DAY);
  const [from, to] = [Date.parse(last) - SETTLED_MS, app.clock.now().getTime() - SETTLED_MS];
  const ids = newcomers.filter(({ since }) => since > from && since <= to).map(({ id }) => id);
  const update = await findUpdate(app, site, receiver, ids);
  const turn = { site: site.id, member: receiver.id, kind: "weekly_updates" } as const;
  if (!update) await takeTurnOf(app, app.db, { ...turn, days: WEEKLY_UPDATE_LOOK_DAYS, sent: false });
  else
    await deliver(app, site.id, receiver, update, (tx) =>
      takeTurnOf(app, tx, { ...turn, days: WEEKLY_UPDATE_DAYS, sent: true }),
    );
}
