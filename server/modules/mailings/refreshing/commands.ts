/**
 * Looks at a mailing again when it is sent, which may be a night after it was queued: a member may have switched it off
 * or left, finished the profile, or used the code; and who is listed in it may not be shown any more.
 */
import { PROMOTION_DAYS } from "@serenade/contract/limits";
import type { MailingKind } from "@serenade/contract/notifications";
import type { Resources } from "../../../kernel/resources.ts";
import { findDiscount } from "../../discounts/queries.ts";
import type { Lack, ListedMember } from "../../mail/rules.ts";
import { listCards } from "../../members/cards/queries.ts";
import { findMember } from "../../members/queries.ts";
import { wantsMail } from "../../notifications/queries.ts";
import { extendPauseOf } from "../commands.ts";
import { listLacks } from "../reminders/queries.ts";

interface Queued {
  site_id: number;
  member_id: number;
  kind: MailingKind;
  params: Record<string, unknown>;
}

type Params = Record<string, unknown>;

/** The values as they are now; null when the mail is not wanted any more. */
export async function refreshMail(app: Resources, row: Queued): Promise<Params | null> {
  const { site_id: site, member_id: member, kind } = row;
  const { country } = (await findMember(app.db, site, member)) ?? { country: "" };
  return (await wantsMail(app.db, { site, member, country }, kind)) ? refresh(app, row) : null;
}

/** The same for a push notification, whose switch the outbox looks at itself. */
export const pushApplies = async (app: Resources, row: Queued): Promise<boolean> => (await refresh(app, row)) !== null;

async function refresh(app: Resources, { site_id: site, member_id: member, kind, params }: Queued) {
  if (!(await findMember(app.db, site, member))?.seen) return null;
  switch (kind) {
    case "weekly_updates":
      return params.people ? withShown(app, { site, viewer: member }, params as Update) : params;
    case "reminders":
      return withLacking(await listLacks(app.db, site, member), params as { lacks?: Lack[] });
    case "promotions": {
      const discount = await findDiscount(app.db, site, member, String(params.code), app.clock.iso());
      if (discount.status !== "open") return null;
      await extendPauseOf(app, { site, member, kind, days: PROMOTION_DAYS });
      return params;
    }
    case "news":
      return params;
  }
}

type Update = { people: ListedMember[]; count: string } & Params;

async function withShown(app: Resources, who: { site: number; viewer: number }, update: Update) {
  const numbers = new Map(update.people.map(({ id }) => [id, app.ids.decode("member", id) ?? 0]));
  const { cards, unseen } = await listCards(app.db, who, [...numbers.values()]);
  const shown = new Set(cards.map(({ id }) => id).filter((id) => !unseen.includes(id)));
  const people = update.people.filter(({ id }) => shown.has(numbers.get(id)!));
  if (people.length === 0) return null;
  return { ...update, people, count: String(Number(update.count) - (update.people.length - people.length)) };
}

function withLacking(lacking: Lack["lack"][], params: { lacks?: Lack[] } & Params) {
  if (!params.lacks) return lacking.length > 0 ? params : null;
  const lacks = params.lacks.filter(({ lack }) => lacking.includes(lack));
  return lacks.length > 0 ? { ...params, lacks, url: lacks[0]!.url } : null;
}
