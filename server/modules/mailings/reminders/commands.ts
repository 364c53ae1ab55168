/** Reminds of what a profile lacks: once a month at most, twice of the same thing (product.md 8). */
import { REMINDER_DAYS, REMINDER_FIRST_DAYS, REMINDER_TIMES } from "@serenade/contract/limits";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { Lack } from "../../mail/rules.ts";
import { listSites, publicUrlOf } from "../../site/queries.ts";
import type { SiteRow } from "../../site/tables.ts";
import { deliver, isLongRun, type Mailing, takeTurnOf } from "../commands.ts";
import { isAsleep, receiversOf } from "../queries.ts";
import type { Receiver } from "../tables.ts";
import { listLacks } from "./queries.ts";
import { pathOfLack } from "./rules.ts";

const DAY = 86_400;
/** A complete profile is looked at again after this. */
const LOOK_DAYS = 1;

const countLacks = write<{ site: number; member: number; lacks: string[] }>(
  `insert into reminded_lacks (site_id, member_id, lack, times)
   select $site, $member, lack, 1 from unnest($lacks::text[]) lack
   on conflict (site_id, member_id, lack) do update set times = reminded_lacks.times + 1`,
);

export async function remindOfLacks(app: Resources): Promise<void> {
  const startedAt = performance.now();
  const joinedBefore = app.clock.in(-REMINDER_FIRST_DAYS * DAY);
  for (const site of await listSites(app)) {
    for await (const receiver of receiversOf(app, site.id, "reminders", { joinedBefore })) {
      if (isLongRun(startedAt)) return;
      if (receiver.consenting && !isAsleep(app, receiver)) await remind(app, site, receiver);
    }
  }
}

async function remind(app: Resources, site: SiteRow, receiver: Receiver): Promise<void> {
  const lacks = await listLacks(app.db, site.id, receiver.id, REMINDER_TIMES);
  const turn = { site: site.id, member: receiver.id, kind: "reminders" } as const;
  if (lacks.length === 0) {
    await takeTurnOf(app, app.db, { ...turn, days: LOOK_DAYS, sent: false });
    return;
  }
  await deliver(app, site.id, receiver, reminderOf(app, site, receiver, lacks), async (tx: Transaction) => {
    if (!(await takeTurnOf(app, tx, { ...turn, days: REMINDER_DAYS, sent: true }))) return false;
    await tx.one(countLacks, { site: site.id, member: receiver.id, lacks });
    return true;
  });
}

function reminderOf(app: Resources, site: SiteRow, { name, locale }: Receiver, lacks: Lack["lack"][]): Mailing {
  const base = publicUrlOf(app, site);
  const listed = lacks.map((lack) => ({ lack, url: `${base}${pathOfLack(lack, locale)}` }));
  return {
    kind: "reminders",
    mail: { name, lacks: listed, url: listed[0]!.url },
    push: { path: pathOfLack(lacks[0]!, locale) },
  };
}
