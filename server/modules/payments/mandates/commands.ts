/**
 * SEPA mandates (§8; product.md 7): a form, a code by mail, then one debit. The code works five times within ten minutes, from the
 * session and for the account that it was asked for.
 */
import { timingSafeEqual } from "node:crypto";
import { DEBIT_CODE_SECONDS, DEBIT_CODE_TRIES, DEBIT_MANDATES_DAY } from "@serenade/contract/limits";
import type { Locale } from "@serenade/contract/locales";
import { isoTime, type Transaction } from "../../../kernel/db/db.ts";
import { write } from "../../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getContact } from "../../account/queries.ts";
import { decryptSecret, encryptSecret } from "../../account/second-factor/gateway.ts";
import { queueMail } from "../../mail/commands.ts";
import { getMember } from "../../members/queries.ts";
import type { DebitMandate } from "../gateway.ts";
import { methodsOf } from "../rules.ts";
import type { OrderRow } from "../tables.ts";
import { countMandates, findMandate, isBlocked, MANDATE_COLUMNS, sumDebits } from "./queries.ts";
import { codeHash, debitDate, ibanKey, isBeyondDebitLimit, newCode, normalIban, referenceOf } from "./rules.ts";
import type { MandateRow } from "./tables.ts";

interface Owner {
  site: number;
  member: number;
}

export interface NewMandate extends Owner {
  session: number;
  tier: OrderRow["tier"];
  discountcode: string | null;
  holder: string;
  iban: string;
  street: string;
  houseNumber: string;
  zip: string;
  city: string;
  phone: string;
  /** Of the caller's browser; part of a mandate given online. */
  address: string;
  userAgent: string;
}

const insertMandate = write<
  Omit<NewMandate, "discountcode" | "iban"> & {
    id: number;
    reference: string;
    key: string;
    discount: string | null;
    iban: Buffer;
    last4: string;
    ibanKey: string;
    code: Buffer;
    now: string;
  }
>(
  `insert into mandates (site_id, id, member_id, session_id, reference, client_key, tier, discount_code, holder, iban, iban_last4,
                         iban_key, street, house_number, zip, city, phone, code_hash, address, user_agent, created_at)
   values ($site, $id, $member, $session, $reference, $key, $tier, $discount, $holder, $iban, $last4, $ibanKey, $street, $houseNumber,
           $zip, $city, $phone, $code, $address, $userAgent, $now)`,
);
const tryCode = write<Owner & { id: number; session: number; since: string; tries: number }, MandateRow>(
  `update mandates set tries = tries + 1
    where site_id = $site and member_id = $member and id = $id and session_id = $session and created_at > $since and tries < $tries
      and order_id is null
   returning ${MANDATE_COLUMNS}`,
);
const signMandate = write<Owner & { id: number; order: number; now: string }, { id: number }>(
  `update mandates set order_id = $order, signed_at = $now
    where site_id = $site and member_id = $member and id = $id and order_id is null returning id`,
);
const forgetIban = write<{ site: number; id: number }>(
  "update mandates set iban = null where site_id = $site and id = $id",
);
const block = write<{ site: number; id: number; now: string }>(
  `insert into blocked_accounts (site_id, iban_key, blocked_at)
   select site_id, iban_key, $now from mandates where site_id = $site and id = $id
   on conflict do nothing`,
);
const deleteMandates = write<Owner>("delete from mandates where site_id = $site and member_id = $member");
const deleteUnsigned = write<{ before: string }>(
  "delete from mandates where order_id is null and created_at < $before",
);

const DAY_SECONDS = 86_400;
const MONTH_SECONDS = 30 * DAY_SECONDS;

/** Stores the form and mails the code. Returns the mandate's id. */
export async function beginMandate(app: Resources, form: NewMandate): Promise<number> {
  const { site, member, session, tier, holder, street, houseNumber, zip, city, phone, address, userAgent } = form;
  const who = { site, member };
  const { country, confirmed_at, name } = await getMember(app.db, site, member);
  if (!confirmed_at) throw new Refusal("confirm_first");
  if (!methodsOf(country).includes("directdebit")) throw new Refusal("invalid", {}, { paymentmethod: "invalid" });
  const iban = normalIban(form.iban);
  if (!iban) throw new Refusal("invalid", {}, { iban: "iban_invalid" });
  const key = ibanKey(app.config.appSecret, iban);
  if (await isBlocked(app.db, site, key)) throw new Refusal("account_blocked", {}, { iban: "account_blocked" });
  const today = await countMandates(app.db, { ...who, since: app.clock.in(-DAY_SECONDS) });
  if (today >= DEBIT_MANDATES_DAY) throw new Refusal("debit_limit");
  const id = app.ids.next();
  const code = newCode();
  await app.db.transaction(async (tx) => {
    await tx.one(insertMandate, {
      ...{ ...who, id, session, tier, holder, street, houseNumber, zip, city, phone, address, userAgent },
      reference: referenceOf(id),
      key: crypto.randomUUID(),
      discount: form.discountcode,
      iban: encryptSecret(app.config.appSecret, Buffer.from(iban)),
      last4: iban.slice(-4),
      ibanKey: key,
      code: codeHash(app.config.appSecret, id, code),
      now: app.clock.iso(),
    });
    const { email, locale } = await getContact(tx, site, member);
    await queueMail(app, tx, site, { member, to: email, kind: "debit_code", params: { name, code }, locale });
  });
  return id;
}

/** The mandate that this code confirms; refuses with `otp_invalid`. One that was confirmed before is returned without a code. */
export async function checkCode(
  app: Resources,
  { site, member, session, id, otp }: Owner & { session: number; id: number; otp: string },
): Promise<MandateRow> {
  const known = orNotFound(await findMandate(app.db, site, member, id));
  if (known.order_id !== null) return known;
  const since = app.clock.in(-DEBIT_CODE_SECONDS);
  const mandate = await app.db.one(tryCode, { site, member, id, session, since, tries: DEBIT_CODE_TRIES });
  const right = mandate && timingSafeEqual(mandate.code_hash, codeHash(app.config.appSecret, id, otp));
  if (!right) throw new Refusal("otp_invalid", {}, { otp: "otp_invalid" });
  return mandate;
}

/** In the transaction that makes the order, behind the lock of the member's spending. */
export async function refuseBeyondDebitLimit(
  app: Resources,
  tx: Transaction,
  who: Owner,
  amount: number,
): Promise<void> {
  const spent = await sumDebits(tx, { ...who, day: app.clock.in(-DAY_SECONDS), month: app.clock.in(-MONTH_SECONDS) });
  if (isBeyondDebitLimit(spent, amount)) throw new Refusal("debit_limit");
}

/** Stores the order with its mandate, in the order's transaction, and announces the debit by mail. */
export async function sign(app: Resources, tx: Transaction, order: OrderRow, mandate: MandateRow): Promise<void> {
  const { site_id: site, member_id: member } = order;
  const now = app.clock.iso();
  if (!(await tx.one(signMandate, { site, member, id: mandate.id, order: order.id, now })))
    throw new Refusal("payment_closed");
  const { email, locale } = await getContact(tx, site, member);
  const { name } = await getMember(tx, site, member);
  const params = {
    name,
    total: new Intl.NumberFormat(locale, { style: "currency", currency: order.currency }).format(order.amount / 100),
    date: dateIn(locale, debitDate(app.clock.now())),
    account: `•••• ${mandate.iban_last4}`,
    reference: mandate.reference,
  };
  await queueMail(app, tx, site, { member, to: email, kind: "debit_notice", params, locale });
}

const dateIn = (locale: Locale, date: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);

/** The mandate as sent to the provider; null once it was sent, or when the mandate is erased. */
export async function debitMandateOf(app: Resources, order: OrderRow): Promise<DebitMandate | null> {
  const { site_id: site, member_id: member, mandate_id } = order;
  const mandate = mandate_id === null ? null : await findMandate(app.db, site, member, mandate_id);
  if (!mandate?.iban) return null;
  const { email } = await getContact(app.db, site, member);
  return {
    holder: mandate.holder,
    iban: decryptSecret(app.config.appSecret, mandate.iban).toString("utf8"),
    email,
    reference: mandate.reference,
    signedAt: isoTime(mandate.signed_at ?? mandate.created_at),
    address: mandate.address,
    userAgent: mandate.user_agent,
  };
}

/** Deletes the account number once the provider has it; its last four characters remain. */
export const dropIban = (app: Resources, site: number, mandate: number): Promise<unknown> =>
  app.db.one(forgetIban, { site, id: mandate });

/** From now on the account is refused: a debit was returned, or the provider refused it. */
export const blockAccount = (
  db: Pick<Transaction, "one">,
  site: number,
  mandate: number,
  now: string,
): Promise<unknown> => db.one(block, { site, id: mandate, now });

export async function eraseMandates(tx: Transaction, site: number, member: number): Promise<void> {
  await tx.one(deleteMandates, { site, member });
}

/** Deletes mandates that were not confirmed within a day. */
export async function sweepMandates({ db, clock }: Resources): Promise<void> {
  await db.one(deleteUnsigned, { before: clock.in(-DAY_SECONDS) });
}
