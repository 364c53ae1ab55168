/** Changes notification, privacy and spending preferences (product.md 3, 6, 7, 8, 11). */
import { CONFIRM_LINK_DAYS, SPENDING_RAISE_HOURS } from "@serenade/contract/limits";
import type { MailStop, PreferencesChange, WriteFirst } from "@serenade/contract/notifications";
import type { Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { readUnsubscribe, resumeMails, stopMails } from "../../mail/suppressions/commands.ts";
import { listStops } from "../../mail/suppressions/queries.ts";
import { becomeInvisible, consentToShow } from "../../members/commands.ts";
import { findMember, getMember } from "../../members/queries.ts";
import { bumpVersion, chooseNotifications } from "../../notifications/commands.ts";
import { listChoices } from "../../notifications/queries.ts";
import { switchesOf } from "../../notifications/rules.ts";
import { currencyOf } from "../../site/prices/rules.ts";
import { listBundles } from "../../site/queries.ts";
import type { BundleRow } from "../../site/tables.ts";
import { getContact } from "../queries.ts";
import { issueToken } from "../tokens/commands.ts";
import { findSpending, listSpent } from "./queries.ts";
import { monthOf, type Spending, spendingAfter, spendingAt, worthIn } from "./rules.ts";

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
const setSpending = write<{
  site: number;
  member: number;
  limit: number | null;
  currency: string;
  nextLimit: number | null;
  nextFrom: string | null;
}>(
  `insert into member_preferences (site_id, member_id, spending_limit, spending_currency, spending_next, spending_next_at)
   values ($site, $member, $limit, $currency, $nextLimit, $nextFrom)
   on conflict (site_id, member_id) do update
      set spending_limit = excluded.spending_limit, spending_currency = excluded.spending_currency,
          spending_next = excluded.spending_next, spending_next_at = excluded.spending_next_at`,
);
const giveConsent = write<{ site: number; member: number; now: string }>(
  "update accounts set consent_at = $now where site_id = $site and member_id = $member",
);
const lockWallet = write<{ site: number; member: number }, { seq: number }>(
  "select seq from wallets where site_id = $site and member_id = $member for update",
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

async function limitSpending(
  app: Resources,
  tx: Transaction,
  { site, member }: Who,
  bundles: BundleRow[],
  wanted: number | null,
): Promise<void> {
  await lockSpending(tx, { site, member });
  const currency = currencyOf((await getMember(tx, site, member)).country);
  const { limit, next } = spendingAfter(
    await readSpending(app, tx, { site, member }, bundles),
    wanted,
    app.clock.in(SPENDING_RAISE_HOURS * 3_600),
  );
  await tx.one(setSpending, {
    site,
    member,
    limit,
    currency,
    nextLimit: next?.limit ?? null,
    nextFrom: next?.from ?? null,
  });
}

/** The limit of a member in the currency that they pay in now. */
export async function readSpending(
  app: Resources,
  db: Pick<Transaction, "one" | "all">,
  { site, member }: { site: number; member: number },
  bundles: BundleRow[],
): Promise<Spending & { currency: string; spent: number }> {
  const row = await findSpending(db, site, member);
  const currency = currencyOf((await getMember(db, site, member)).country);
  const { limit, next } = spendingAt(row, app.clock.iso());
  const here = (amount: number | null) =>
    amount === null ? null : worthIn(bundles, amount, row?.spending_currency ?? currency, currency);
  const sums = await listSpent(db, site, member, monthOf(app.clock.iso()));
  const spent = sums.reduce((sum, one) => sum + worthIn(bundles, one.amount, one.currency, currency), 0);
  return { currency, limit: here(limit), next: next && { ...next, limit: here(next.limit) }, spent };
}

/** Serializes orders of one member until the transaction ends, so that two at once cannot both fit below one limit. */
export async function lockSpending(tx: Transaction, { site, member }: { site: number; member: number }): Promise<void> {
  await tx.one(lockWallet, { site, member });
}

/** Refuses an order above the member's own limit. The caller holds the lock until the order is written. */
export async function refuseBeyondLimit(
  app: Resources,
  tx: Transaction,
  { site, member }: { site: number; member: number },
  bundles: BundleRow[],
  amount: number,
): Promise<void> {
  const { limit, spent, currency } = await readSpending(app, tx, { site, member }, bundles);
  if (limit === null || spent + amount <= limit) return;
  const { locale } = await getContact(tx, site, member);
  const money = (minor: number) =>
    new Intl.NumberFormat(locale, { style: "currency", currency }).format(Math.max(0, minor) / 100);
  throw new Refusal("spending_limit", { limit: money(limit), left: money(limit - spent) });
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
