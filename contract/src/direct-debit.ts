/** SEPA direct debit (§3 Direct-debit form, §8; product.md 7): a form, and a code by mail that confirms it. */
import * as z from "zod/mini";
import { TIERS } from "./credits.ts";
import { endpoint } from "./endpoint.ts";
import { proof, text } from "./fields.ts";
import { idOf } from "./ids.ts";
import { Transaction } from "./payments.ts";

export const DirectDebitForm = z.strictObject({
  bundle: z.enum(TIERS),
  account_holder: text(2, 70),
  /** With or without spaces. */
  iban: text(5, 50),
  street: text(1, 70),
  house_number: text(1, 20),
  zip: text(2, 16),
  city: text(1, 70),
  phone: text(5, 30),
  discountcode: z.optional(text(0, 40)),
});

/** The mailed code. */
export const DirectDebitCodeForm = z.strictObject({ id: idOf("mandate"), otp: text(1, 20), proof });

export const DirectDebitApi = {
  begin: endpoint({
    method: "POST",
    path: "/api/directdebit.php",
    summary: "Give a SEPA mandate for one debit; a code is mailed that confirms it",
    body: DirectDebitForm,
    status: 201,
    answer: z.object({ id: idOf("mandate") }),
  }),
  confirm: endpoint({
    method: "PUT",
    path: "/api/directdebit.php",
    summary: "Confirm the mandate with the mailed code; its account is debited. Again is the same order",
    body: DirectDebitCodeForm,
    answer: z.object({ transaction: Transaction, mandate: z.string() }),
  }),
};
