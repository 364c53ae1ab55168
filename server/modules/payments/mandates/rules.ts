/** IBANs, codes and limits of direct debits. */
import { createHmac, randomInt } from "node:crypto";
import { DEBIT_DAY_LIMIT, DEBIT_MONTH_LIMIT } from "@serenade/contract/limits";
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from "ibantools";

/** Without spaces, in capitals; null when the checksum, the length or the format of its country is wrong, or it is outside SEPA. */
export function normalIban(typed: string): string | null {
  const iban = electronicFormatIBAN(typed);
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null;
}

/** Equal for mandates of the same account. */
export const ibanKey = (appSecret: string, iban: string): string =>
  createHmac("sha256", appSecret).update(`iban ${iban}`).digest("base64url");

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** Bound to its mandate, so that a code cannot confirm another one. */
export const codeHash = (appSecret: string, mandate: number, code: string): Buffer =>
  createHmac("sha256", appSecret)
    .update(`mandate ${mandate} ${code.replace(/\s/g, "")}`)
    .digest();

/** A mandate's reference for the payer's bank statement: at most 35 letters and digits (SEPA). */
export const referenceOf = (id: number): string => `SRN${id.toString(36).toUpperCase()}`;

/** Amounts in euro cents; `spent` without the new one. */
export const isBeyondDebitLimit = (spent: { day: number; month: number }, amount: number): boolean =>
  spent.day + amount > DEBIT_DAY_LIMIT || spent.month + amount > DEBIT_MONTH_LIMIT;

const NOTICE_DAYS = 1;
/** The earliest day on which the account is debited, which the pre-notification names. */
export const debitDate = (now: Date): Date => new Date(now.getTime() + NOTICE_DAYS * 86_400_000);
