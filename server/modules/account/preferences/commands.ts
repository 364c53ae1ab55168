/** Changes notification and privacy preferences (product.md 3, 6, 8, 11); the spending limit goes with them. */
import { CONFIRM_LINK_DAYS } from "@serenade/contract/limits";
import type { MailStop, PreferencesChange, WriteFirst } from "@serenade/contract/notifications";
import { write } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { readUnsubscribe, resumeMails, stopMails } from "../../mail/suppressions/commands.ts";
import { listStops } from "../../mail/suppressions/queries.ts";
import { becomeInvisible, consentToShow } from "../../members/commands.ts";
import { findMember, getMember } from "../../members/queries.ts";
import { bumpVersion, chooseNotifications } from "../../notifications/commands.ts";
import { listChoices } from "../../notifications/queries.ts";
import { switchesOf } from "../../notifications/rules.ts";
import { listBundles } from "../../site/queries.ts";
import { getContact } from "../queries.ts";
import { limitSpending } from "../spending-limit/commands.ts";
import { issueToken } from "../tokens/commands.ts";

const setPrivacy = write<{
  site: number;
  member: number;
  readReceipts: boolean | null;
  writeFirst: WriteFirst | null;
  shownToVisitors: boolean | null;
}>(
  `insert into member_preferences (site_id, member_id, read_receipts, write_first, shown_to_visitors)
   values ($site, $member, coalesce($readReceipts, true), coalesce($writeFirst, 'everyone'), coalesce($shownToVisitors, false))
   on conflict (site_id, member_id) do update
      set read_receipts = coalesce($readReceipts, member_preferences.read_receipts),
          write_first = coalesce($writeFirst, member_preferences.write_first),
          shown_to_visitors = coalesce($shownToVisitors, member_preferences.shown_to_visitors)`,
);
const giveConsent = write<{ site: number; member: number; now: string }>(
  "update accounts set consent_at = $now where site_id = $site and member_id = $member",
);
export interface Who {
  site: number;
  member: number;
  premium: boolean;
}

/** Absent fields are unchanged; atomic. */
export async function changePreferences(app: Resources, who: Who, change: PreferencesChange): Promise<void> {
  const { kinds, invisible, read_receipts, write_first, shown_to_visitors, spending_limit, consent } = change;
  const { site, member } = who;
  const bundles = await listBundles(app, site); // before the transaction: on the embedded engine it holds the only connection
  await app.db.transaction(async (tx) => {
    if (kinds) await chooseNotifications(app, tx, who, kinds);
    if (invisible !== undefined) await becomeInvisible(app, tx, who, invisible);
    if (read_receipts !== undefined || write_first !== undefined || shown_to_visitors !== undefined)
      await tx.one(setPrivacy, {
        site,
        member,
        readReceipts: read_receipts ?? null,
        writeFirst: write_first ?? null,
        shownToVisitors: shown_to_visitors ?? null,
      });
    if (spending_limit !== undefined) await limitSpending(app, tx, who, bundles, spending_limit);
    if (consent !== undefined) {
      await consentToShow(app, tx, who, consent);
      if (consent) await tx.one(giveConsent, { site, member, now: app.clock.iso() });
    }
    await bumpVersion(app, tx, site, member, "credits");
  });
}

/** The link of an email: turns its kind off by email and leaves push as it is, or stops all optional mails. Twice is once. */
export async function unsubscribe(app: Resources, site: number, token: string): Promise<void> {
  const { member, kind } = readUnsubscribe(app, site, token);
  if (!kind) return stopMails(app, { site, member }, "listunsubscribe");
  await app.db.transaction(async (tx) => {
    const row = await findMember(tx, site, member);
    if (!row) return; // erased since
    const { push } = switchesOf(kind, await listChoices(tx, site, member), row.country);
    await chooseNotifications(app, tx, { site, member }, { [kind]: { mail: false, push } });
    await bumpVersion(app, tx, site, member, "credits");
  });
}

/** Resumes emails: immediately after an opt-out, by a confirmation link if the address was suppressed. */
export async function wantMailsAgain(
  app: Resources,
  { site, member }: Who,
  reason: MailStop,
  baseUrl: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (!(await listStops(tx, site, member)).includes(reason)) return;
    if (reason !== "bounce") {
      await resumeMails(tx, { site, member }, reason);
      return bumpVersion(app, tx, site, member, "credits");
    }
    const token = await issueToken(app, tx, site, { member, purpose: "confirm", seconds: CONFIRM_LINK_DAYS * 86_400 });
    const { email, locale } = await getContact(tx, site, member);
    const { name } = await getMember(tx, site, member);
    const url = `${baseUrl}/activate/done?token=${token}&lang=${locale}`;
    await queueMail(app, tx, site, { member, to: email, kind: "address_check", params: { name, url }, locale });
  });
}
