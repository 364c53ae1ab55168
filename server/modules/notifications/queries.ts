/** Counters of the navigation and the version that polls and streams compare (§4 Periodic refresh). */
import type { NotificationKind } from "@serenade/contract/notifications";
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { switchesOf } from "./rules.ts";
import type { ChoiceRow, MemberStateRow } from "./tables.ts";

const stateOf = read<{ site: number; member: number }, MemberStateRow>(
  `select t.version + w.seq as version, t.unread, t.new_likes
     from member_state t join wallets w on w.site_id = t.site_id and w.member_id = t.member_id
    where t.site_id = $site and t.member_id = $member`,
);

const choices = read<{ site: number; member: number }, ChoiceRow>(
  "select kind, mail, push from notification_choices where site_id = $site and member_id = $member",
);

/** What a member has chosen; kinds without a row are as their country has them (rules.ts). */
export const listChoices = (db: Queries, site: number, member: number): Promise<ChoiceRow[]> =>
  db.all(choices, { site, member });

interface Receiver {
  site: number;
  member: number;
  country: string;
}

/** How the member wants this kind. The sender of a mail also checks suppressions. */
export async function switchesFor(db: Queries, { site, member, country }: Receiver, kind: NotificationKind) {
  return switchesOf(kind, await listChoices(db, site, member), country);
}

/** Whether the member wants this kind by email. The sender also checks suppressions. */
export const wantsMail = async (db: Queries, receiver: Receiver, kind: NotificationKind): Promise<boolean> =>
  (await switchesFor(db, receiver, kind)).mail;

export async function getState(db: Queries, site: number, member: number): Promise<MemberStateRow> {
  return (await db.one(stateOf, { site, member })) ?? { version: 0, unread: 0, new_likes: 0 };
}

const exported = read<{ site: number; member: number }, { member_state: unknown[]; notification_choices: unknown[] }>(
  `select array(select to_jsonb(t) - 'site_id' from member_state t where site_id = $site and member_id = $member) as member_state,
          array(select to_jsonb(c) - 'site_id' from notification_choices c
                 where site_id = $site and member_id = $member order by kind) as notification_choices`,
);

/** For the export: counters and notification preferences. */
export const exportState = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;
