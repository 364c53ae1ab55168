/**
 * Self-exclusion (§2 ban; product.md 10): confirmed by a link to the address, because anyone can type any address. It
 * deletes the account without a way back and refuses other accounts for the address until it ends.
 */
import { randomBytes } from "node:crypto";
import type { ExclusionForm } from "@serenade/contract/exclusions";
import type { Locale } from "@serenade/contract/locales";
import { isoTime, type Queries, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { queueMail } from "../../mail/commands.ts";
import { countMailsTo } from "../../mail/queries.ts";
import { deleteWithoutReturn } from "../deletion/commands.ts";
import { findCredentials } from "../queries.ts";
import { emailKey } from "../rules.ts";
import { tokenHash } from "../sessions/queries.ts";
import { addressHash, findExclusion } from "./queries.ts";

const insertRequest = write<{ site: number; tokenHash: Buffer; email: string; months: number; expires: string }>(
  `insert into exclusion_requests (site_id, token_hash, email, months, expires_at)
   values ($site, $tokenHash, $email, $months, $expires)`,
);
const takeRequest = write<{ site: number; tokenHash: Buffer; now: string }, { email: string; months: number }>(
  "delete from exclusion_requests where site_id = $site and token_hash = $tokenHash and expires_at > $now returning email, months",
);
const insertExclusion = write<{ site: number; addressHash: Buffer; until: string; now: string }, { until: string }>(
  `insert into exclusions (site_id, address_hash, until, created_at) values ($site, $addressHash, $until, $now)
   on conflict (site_id, address_hash) do update set until = greatest(exclusions.until, excluded.until)
   returning until`,
);
/** Of two overlapping transactions the second one sees what the first did: an account, or an exclusion. */
const lockAddress = write<{ address: string }>("select pg_advisory_xact_lock(hashtextextended($address, 5))");
const deleteRequests = write<{ now: string }>("delete from exclusion_requests where expires_at < $now");
const deleteEnded = write<{ now: string }>("delete from exclusions where until < $now");

const LINK_SECONDS = 86_400;
const MAILS_A_DAY = 3;

/** Emails the link, three times a day at most. */
export async function requestExclusion(
  app: Resources,
  { site, form, locale, baseUrl }: { site: number; form: ExclusionForm; locale: Locale; baseUrl: string },
): Promise<void> {
  const { email, months } = form;
  await app.db.transaction(async (tx) => {
    const sent = await countMailsTo(tx, site, emailKey(email), ["exclusion_confirm"], app.clock.in(-86_400));
    if (sent >= MAILS_A_DAY) return;
    const token = randomBytes(32).toString("base64url");
    const expires = app.clock.in(LINK_SECONDS);
    await tx.one(insertRequest, { site, tokenHash: tokenHash(token), email, months, expires });
    const url = `${baseUrl}/ban?token=${token}&lang=${locale}`;
    await queueMail(app, tx, site, { member: null, to: email, kind: "exclusion_confirm", params: { url }, locale });
  });
}

/** Excludes the address of an emailed link and returns the end. A longer exclusion is never shortened. */
export async function confirmExclusion(app: Resources, site: number, token: string, locale: Locale): Promise<string> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.iso();
    const request = orNotFound(await tx.one(takeRequest, { site, tokenHash: tokenHash(token), now }), "link_invalid");
    const key = emailKey(request.email);
    await tx.one(lockAddress, { address: `exclusion:${site}:${key}` });
    const end = monthsAfter(app.clock.now(), request.months).toISOString();
    const row = await tx.one(insertExclusion, { site, addressHash: addressHash(app, site, key), until: end, now });
    const until = isoTime(row!.until);
    const account = await findCredentials(tx, site, key);
    if (account) await deleteWithoutReturn(app, tx, site, account.member_id);
    const date = dateIn(locale, until);
    await queueMail(app, tx, site, { member: null, to: request.email, kind: "excluded", params: { date }, locale });
    return until;
  });
}

/** For a transaction that gives an account an address; after it has written the row, so that an exclusion that waits finds it. */
export async function refuseExcludedLocked(
  app: Resources,
  tx: Transaction,
  address: { site: number; key: string; locale: Locale },
): Promise<void> {
  await tx.one(lockAddress, { address: `exclusion:${address.site}:${address.key}` });
  await refuseExcluded(app, tx, address);
}

/** Refuses an address that excluded itself. */
export async function refuseExcluded(
  app: Resources,
  db: Queries,
  { site, key, locale }: { site: number; key: string; locale: Locale },
): Promise<void> {
  const until = await findExclusion(app, db, site, key);
  if (until) throw new Refusal("excluded", { date: dateIn(locale, until) }, { email: "excluded" });
}

/** Deletes links and exclusions that have ended. */
export async function sweepExclusions({ db, clock }: Resources): Promise<void> {
  await db.one(deleteRequests, { now: clock.iso() });
  await db.one(deleteEnded, { now: clock.iso() });
}

function monthsAfter(from: Date, months: number): Date {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end;
}

const dateIn = (locale: Locale, time: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(time));
