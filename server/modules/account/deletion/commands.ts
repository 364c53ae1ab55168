/**
 * Leaving (§4 Account deletion; product.md 3): hidden and logged out at once, reversible for 14 days by the link in the mail,
 * then erased for good. What each module erases is handed in (server/erase.ts), because this one knows only the modules to its left.
 */
import { DELETION_PENDING_DAYS, RETENTION_OFFER_HOURS } from "@serenade/contract/limits";
import type { LeaveReason } from "@serenade/contract/security";
import { isoTime, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { makeCode } from "../../discounts/commands.ts";
import { findDiscount } from "../../discounts/queries.ts";
import { queueMail } from "../../mail/commands.ts";
import { countMailsTo } from "../../mail/queries.ts";
import { hideMember } from "../../members/commands.ts";
import { getSite, listSites } from "../../site/queries.ts";
import { getAccountStatus } from "../queries.ts";
import { emailKey } from "../rules.ts";
import { endOtherSessions } from "../sessions/commands.ts";
import type { DepartureRow } from "../tables.ts";
import { dropTokens, issueToken, spendToken } from "../tokens/commands.ts";
import { findAnswer, listDue } from "./queries.ts";

const insertDeparture = write<[number, number, string, string, string], { due_at: string }>(
  `insert into departures (site_id, member_id, reason, requested_at, due_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning due_at`,
);
const cancelDeletion = write<[number, number, string], { member_id: number }>(
  "delete from departures where site_id = $1 and member_id = $2 and due_at > $3 returning member_id",
);
const lockDue = write<[number, number, string], { member_id: number }>(
  "select member_id from departures where site_id = $1 and member_id = $2 and due_at <= $3 for update",
);
const answer = write<[number, number, string, string | null], { member_id: number }>(
  `insert into retention_offers (site_id, member_id, answered_at, code) values ($1, $2, $3, $4)
   on conflict do nothing returning member_id`,
);

const DAY = 86_400;
const WAY_BACK_MAILS_A_DAY = 3;
const BATCH = 50;

/** Percent and hours of the offer, or null: answered before, or the site makes none. */
export async function findOffer(app: Resources, site: number, member: number) {
  const percent = (await getSite(app, site)).company.delete_discount;
  if (percent <= 0 || (await findAnswer(app.db, site, member))) return null;
  return { percent, hours: RETENTION_OFFER_HOURS };
}

/** Takes the offer, once. The same request again finds the same code while it works. */
export async function takeOffer(app: Resources, site: number, member: number) {
  const percent = (await getSite(app, site)).company.delete_discount;
  return app.db.transaction(async (tx) => {
    const before = await findAnswer(tx, site, member);
    const known = before?.code ? await findDiscount(tx, site, member, before.code, app.clock.iso()) : null;
    if (known?.status === "open") return known;
    if (before || percent <= 0) throw new Refusal("offer_gone");
    const made = await makeCode(app, tx, { site, member, percent, hours: RETENTION_OFFER_HOURS, prefix: "STAY" });
    if (!(await tx.one(answer, site, member, app.clock.iso(), made.code))) throw new Refusal("offer_gone");
    return { code: made.code, percent: made.percent, expires: isoTime(made.expires_at) };
  });
}

export interface Leaver {
  site: number;
  member: number;
  reason: LeaveReason;
  baseUrl: string;
}

/** From now on nobody sees the member, and no session of theirs works. The mail says how to come back. */
export async function leave(app: Resources, { site, member, reason, baseUrl }: Leaver): Promise<void> {
  await app.db.transaction(async (tx) => {
    const due = app.clock.in(DELETION_PENDING_DAYS * DAY);
    if (!(await tx.one(insertDeparture, site, member, reason, app.clock.iso(), due))) return;
    await tx.one(answer, site, member, app.clock.iso(), null);
    await hideMember(app, tx, site, member, true);
    await endOtherSessions(app, tx, site, member, null);
    await dropTokens(tx, site, member, ["reset", "mail_change", "export"]);
    await sendWayBack(app, tx, site, member, baseUrl);
  });
}

async function sendWayBack(app: Resources, tx: Transaction, site: number, member: number, baseUrl: string) {
  const { name, email, locale, due_at } = await getAccountStatus(tx, site, member);
  const due = new Date(isoTime(due_at!));
  const seconds = Math.max(1, Math.floor((due.getTime() - app.clock.now().getTime()) / 1000));
  const token = await issueToken(app, tx, site, { member, purpose: "reactivate", seconds });
  const url = `${baseUrl}/account-deleted?token=${token}&lang=${locale}`;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(due);
  await queueMail(app, tx, site, { member, to: email, kind: "deletion_pending", params: { name, date, url }, locale });
}

/** The link once more, to somebody who logged in with the right password; three mails a day at most. */
export async function sendReactivationLinkAgain(
  app: Resources,
  site: number,
  member: number,
  baseUrl: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { email, due_at } = await getAccountStatus(tx, site, member);
    const sent = await countMailsTo(tx, site, emailKey(email), ["deletion_pending"], app.clock.in(-DAY));
    if (due_at && sent < WAY_BACK_MAILS_A_DAY) await sendWayBack(app, tx, site, member, baseUrl);
  });
}

/** Takes the deletion back by the token of the mail; everything is as it was. */
export async function comeBack(app: Resources, site: number, token: string, baseUrl: string): Promise<number> {
  return app.db.transaction(async (tx) => {
    const member = orNotFound(await spendToken(app, tx, site, "reactivate", token), "link_invalid");
    orNotFound(await tx.one(cancelDeletion, site, member, app.clock.iso()), "link_invalid");
    await hideMember(app, tx, site, member, false);
    await dropTokens(tx, site, member, ["reactivate"]);
    const { name, email, locale } = await getAccountStatus(tx, site, member);
    const params = { name, url: `${baseUrl}/members?lang=${locale}` };
    await queueMail(app, tx, site, { member, to: email, kind: "account_reactivated", params, locale });
    return member;
  });
}

/** What erasing one member takes, module by module: first files, then rows. */
export interface Erasing {
  files: ((app: Resources, site: number, member: number) => Promise<void>)[];
  rows: ((tx: Transaction, site: number, member: number) => Promise<void>)[];
}

/** Erases whom the 14 days have passed for; the last mail says that it is done. */
export async function eraseDue(app: Resources, erasing: Erasing): Promise<void> {
  for (const { id: site } of await listSites(app)) {
    for (const leaver of await listDue(app.db, site, app.clock.iso(), BATCH)) await eraseOne(app, erasing, leaver);
  }
}

/** Nobody comes back after the time is over, so files may go before rows: after a crash in between the rows begin it again. */
async function eraseOne(app: Resources, { files, rows }: Erasing, leaver: DepartureRow): Promise<void> {
  const { site_id: site, member_id: member, email, locale } = leaver;
  for (const erase of files) await erase(app, site, member);
  await app.db.transaction(async (tx) => {
    if (!(await tx.one(lockDue, site, member, app.clock.iso()))) return;
    for (const erase of rows) await erase(tx, site, member);
    await endOtherSessions(app, tx, site, member, null);
    await queueMail(app, tx, site, { member: null, to: email, kind: "account_erased", params: {}, locale });
  });
}
