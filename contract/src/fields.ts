/** Shapes that several nouns share. Error texts in the schemas are keys of texts/<locale>/fields.json. */
import * as z from "zod/mini";
import { EMAIL_MAX, PASSWORD_MAX } from "./limits.ts";

/** The error of a check that is the last one when it fails. Every check of a text is one: see `bounded`. */
export const stop = (error: string) => ({ error, abort: true }) as const;

/**
 * A string of at most so many UTF-16 units. The bound is the first check of every text that comes in, and no check goes on after
 * a failed one, so that the work which a text can cause is limited by what the field may hold and not by the request.
 */
export const bounded = (units: number, missing = "required", long = "too_long") =>
  z.string(missing).check(z.maxLength(units, stop(long)));

/** Room for decomposed letters (four code points that NFC makes one) and for white space around the text. */
const unitsFor = (codePoints: number): number => 4 * codePoints + 100;

/** No NUL, no lone surrogate: PostgreSQL refuses both, so they end here as a 400 and not there as a 500. NFC, trimmed. */
export const text = (min: number, max: number) =>
  written(max).check(
    z.refine((value) => lengthOf(value) >= min, stop(min <= 1 ? "required" : "too_short")),
    z.refine((value) => lengthOf(value) <= max, stop("too_long")),
  );

/** A text in NFC and trimmed whose length in code points the caller still has to check. */
export const written = (max: number, long = "too_long") =>
  bounded(unitsFor(max), "required", long).check(
    z.refine(isCleanText, stop("characters")),
    z.overwrite((value) => value.normalize("NFC").trim()),
  );

/** Length in code points. */
export const lengthOf = (value: string): number => [...value].length;

/** An e-mail address; `wrong` is the key of its error text. */
export const address = (wrong: string) =>
  bounded(unitsFor(EMAIL_MAX), wrong, wrong).check(
    z.overwrite((value) => value.trim()),
    z.refine(isCleanText, stop("characters")),
    z.maxLength(EMAIL_MAX, stop(wrong)),
    z.email(stop(wrong)),
  );

/** A password that is only compared: any that was ever accepted. */
export const knownPassword = bounded(PASSWORD_MAX, "required", "password_long").check(
  z.refine(isCleanText, stop("characters")),
  z.minLength(1, stop("required")),
);

export function isCleanText(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

export const nothing = z.strictObject({});
export const flag = z.boolean();
/** A whole number written as text, as query parameters are. */
export const whole = (min: number, max: number) =>
  z.pipe(
    bounded(9, "number", "number").check(z.regex(/^\d{1,9}$/, stop("number"))),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.number().check(z.gte(min, "number"), z.lte(max, "number")),
    ),
  );
export const date = bounded(10, "date", "date").check(z.iso.date(stop("date")));
/** ISO 8601 in UTC, always with three digits of milliseconds: "2026-11-23T19:30:00.000Z". */
export const time = z.iso.datetime({ precision: 3, error: "invalid" });
/** What something costs in the currency's main unit, as a decimal number with at most three digits behind the point. */
export const unitPrice = z.object({ costs: z.string().check(z.regex(/^\d{1,12}(\.\d{1,3})?$/)), currency: z.string() });
export type UnitPrice = z.output<typeof unitPrice>;
export const uuid = bounded(36, "invalid", "invalid").check(z.uuid(stop("invalid")));
export const url = bounded(1_000, "invalid", "invalid").check(z.url(stop("invalid")));
/** Money: integer minor units beside an ISO 4217 code. */
export const money = z.object({ amount: z.int(), currency: z.string() });
