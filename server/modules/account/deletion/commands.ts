/**
 * Account deletion (§4; product.md 3): hidden and logged out immediately, reversible for 14 days by the emailed link,
 * then erased permanently. The erasers of each module are passed in (server/erase.ts), because this module must not
 * import later ones.
 */
import { DELETION_PENDING_DAYS, RETENTION_OFFER_HOURS } from "@serenade/contract/limits";
import type { LeaveReason } from "@serenade/contract/security";
import { isoTime, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { makeCode } from "../../discounts/commands.ts";
import { findDiscount, percentageOff } from "../../discounts/queries.ts";
import { queueMail } from "../../mail/commands.ts";
import { countMailsTo } from "../../mail/queries.ts";
import { hideMember } from "../../members/commands.ts";
import { getSite, listSites } from "../../site/queries.ts";
import { findExclusion } from "../exclusions/queries.ts";
import { getAccountStatus } from "../queries.ts";
import { emailKey } from "../rules.ts";
import { endOtherSessions } from "../sessions/commands.ts";
import type { DeletionRow } from "../tables.ts";
import { dropTokens, issueToken, spendToken } from "../tokens/commands.ts";
import { findAnswer, listDue } from "./queries.ts";

const insertDeparture = write<
  { site: number; member: number; reason: string; now: string; due: string },
  { due_at: string }
>(
  `insert into departures (site_id, member_id, reason, requested_at, due_at) values ($site, $member, $reason, $now, $due)
   on conflict do nothing returning due_at`,
);
const cancelDeletion = write<{ site: number; member: number; now: string }, { member_id: number }>(
  "delete from departures where site_id = $site and member_id = $member and due_at > $now returning member_id",
);
const lockDue = write<{ site: number; member: number; now: string }, { member_id: number }>(
  "select member_id from departures where site_id = $site and member_id = $member and due_at <= $now for update",
);
const answer = write<{ site: number; member: number; now: string; code: string | null }, { member_id: number }>(
  `insert into retention_offers (site_id, member_id, answered_at, code) values ($site, $member, $now, $code)
   on conflict do nothing returning member_id`,
);

const DAY = 86_400;
const REACTIVATION_MAILS_A_DAY = 3;
const BATCH = 50;

/** Percent and hours of the offer; null if it was answered before or the site has none. */
export async function findOffer(app: Resources, site: number, member: number) {
  const percent = (await getSite(app, site)).company.delete_discount;
  if (percent <= 0 || (await findAnswer(app.db, site, member))) return null;
  return { percent, hours: RETENTION_OFFER_HOURS };
}

/** Accepts the offer, once. Repeated requests return the same code while it is valid. */
export async function takeOffer(app: Resources, site: number, member: number) {
  const percent = (await getSite(app, site)).company.delete_discount;
  return app.db.transaction(async (tx) => {
    const before = await findAnswer(tx, site, member);
    const known = before?.code ? await findDiscount(tx, site, member, before.code, app.clock.iso()) : null;
    if (known?.status === "open") return known;
    if (before || percent <= 0) throw new Refusal("offer_gone");
    const made = await makeCode(app, tx, { site, member, percent, hours: RETENTION_OFFER_HOURS, prefix: "STAY" });
    if (!(await tx.one(answer, { site, member, now: app.clock.iso(), code: made.code })))
      throw new Refusal("offer_gone");
    return percentageOff(made.code, made.percent, isoTime(made.expires_at));
  });
}

export interface DeletionRequest {
  site: number;
  member: number;
  reason: LeaveReason;
  baseUrl: string;
}

/** Hides the member and ends all sessions. The email contains the reactivation link. */
export async function requestDeletion(
  app: Resources,
  { site, member, reason, baseUrl }: DeletionRequest,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const due = app.clock.in(DELETION_PENDING_DAYS * DAY);
    if (!(await tx.one(insertDeparture, { site, member, reason, now: app.clock.iso(), due }))) return;
    await tx.one(answer, { site, member, now: app.clock.iso(), code: null });
    await hideMember(app, tx, site, member, true);
    await endOtherSessions(app, tx, site, member, null);
    await dropTokens(tx, site, member, ["reset", "mail_change", "export"]);
    await sendReactivationLink(app, tx, site, member, baseUrl);
  });
}

/** For a self-exclusion: hides the member, ends all sessions, and no link brings the account back. */
export async function deleteWithoutReturn(
  app: Resources,
  tx: Transaction,
  site: number,
  member: number,
): Promise<void> {
  const due = app.clock.in(DELETION_PENDING_DAYS * DAY);
  await tx.one(insertDeparture, { site, member, reason: "excluded", now: app.clock.iso(), due });
  await hideMember(app, tx, site, member, true);
  await endOtherSessions(app, tx, site, member, null);
  await dropTokens(tx, site, member, ["confirm", "reset", "mail_change", "mail_undo", "reactivate", "export"]);
}

async function sendReactivationLink(app: Resources, tx: Transaction, site: number, member: number, baseUrl: string) {
  const { name, email, locale, due_at } = await getAccountStatus(tx, site, member);
  const due = new Date(isoTime(due_at!));
  const seconds = Math.max(1, Math.floor((due.getTime() - app.clock.now().getTime()) / 1000));
  const token = await issueToken(app, tx, site, { member, purpose: "reactivate", seconds });
  const url = `${baseUrl}/account-deleted?token=${token}&lang=${locale}`;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(due);
  await queueMail(app, tx, site, { member, to: email, kind: "deletion_pending", params: { name, date, url }, locale });
}

/** Resends the reactivation link after a login with the correct password, three times a day at most; never to an excluded address. */
export async function sendReactivationLinkAgain(
  app: Resources,
  site: number,
  member: number,
  baseUrl: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { email, due_at } = await getAccountStatus(tx, site, member);
    if (await findExclusion(app, tx, site, emailKey(email))) return;
    const sent = await countMailsTo(tx, site, emailKey(email), ["deletion_pending"], app.clock.in(-DAY));
    if (due_at && sent < REACTIVATION_MAILS_A_DAY) await sendReactivationLink(app, tx, site, member, baseUrl);
  });
}

/** Cancels the deletion by the emailed token and restores everything. */
export async function reactivate(app: Resources, site: number, token: string, baseUrl: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const member = orNotFound(await spendToken(app, tx, site, "reactivate", token), "link_invalid");
    orNotFound(await tx.one(cancelDeletion, { site, member, now: app.clock.iso() }), "link_invalid");
    await hideMember(app, tx, site, member, false);
    await dropTokens(tx, site, member, ["reactivate"]);
    const { name, email, locale } = await getAccountStatus(tx, site, member);
    const params = { name, url: `${baseUrl}/members?lang=${locale}` };
    await queueMail(app, tx, site, { member, to: email, kind: "account_reactivated", params, locale });
    return member;
  });
}

/** The erasers of all modules: first files, then rows. */
export interface Erasing {
  files: ((app: Resources, site: number, member: number) => Promise<void>)[];
  rows: ((tx: Transaction, site: number, member: number) => Promise<void>)[];
}

/** Erases members whose 14 days have passed; a last email confirms it. */
export async function eraseDue(app: Resources, erasing: Erasing): Promise<void> {
  for (const { id: site } of await listSites(app)) {
    for (const row of await listDue(app.db, site, app.clock.iso(), BATCH)) await eraseOne(app, erasing, row);
  }
}

/**
 * Reactivation is impossible by now, so files may be deleted before rows: after a crash the remaining rows restart it.
 */
async function eraseOne(app: Resources, { files, rows }: Erasing, row: DeletionRow): Promise<void> {
  const { site_id: site, member_id: member, email, locale } = row;
  for (const erase of files) await erase(app, site, member);
  await app.db.transaction(async (tx) => {
    if (!(await tx.one(lockDue, { site, member, now: app.clock.iso() }))) return;
    for (const erase of rows) await erase(tx, site, member);
    await endOtherSessions(app, tx, site, member, null);
    await queueMail(app, tx, site, { member: null, to: email, kind: "account_erased", params: {}, locale });
  });
}
