/** Shapes that several nouns share. Error texts in the schemas are keys of texts/<locale>/fields.json. */
import * as z from "zod/mini";
import { EMAIL_MAX, PASSWORD_MAX } from "./limits.ts";

/** The error of a check after which validation stops. Every check of a text is one: see `bounded`. */
export const stop = (error: string) => ({ error, abort: true }) as const;

/**
 * A string of at most `max` UTF-16 units. Every incoming text is checked for length first, and validation stops at the first
 * failure, so the size of the field limits the work, not the size of the request.
 */
export const bounded = (units: number, missing = "required", long = "too_long") =>
  z.string(missing).check(z.maxLength(units, stop(long)));

/** Room for decomposed letters (four code points that NFC makes one) and for white space around the text. */
const unitsFor = (codePoints: number): number => 4 * codePoints + 100;

/** No NUL, no lone surrogate: PostgreSQL refuses both, so they are a 400 here instead of a 500 there. NFC, trimmed. */
export const text = (min: number, max: number) =>
  written(max).check(
    z.refine((value) => lengthOf(value) >= min, stop(min <= 1 ? "required" : "too_short")),
    z.refine((value) => lengthOf(value) <= max, stop("too_long")),
  );

/** A text in NFC, trimmed; the caller checks its length in code points. */
export const written = (max: number, long = "too_long") =>
  bounded(unitsFor(max), "required", long).check(
    z.refine(isCleanText, stop("characters")),
    z.overwrite((value) => value.normalize("NFC").trim()),
  );

/** Length in code points. */
export const lengthOf = (value: string): number => [...value].length;

/** An email address; `wrong` is the key of its error text. */
export const address = (wrong: string) =>
  bounded(unitsFor(EMAIL_MAX), wrong, wrong).check(
    z.overwrite((value) => value.trim()),
    z.refine(isCleanText, stop("characters")),
    z.maxLength(EMAIL_MAX, stop(wrong)),
    z.email(stop(wrong)),
  );

/** A password that is only compared, so older, weaker ones pass. */
export const knownPassword = bounded(PASSWORD_MAX, "required", "password_long").check(
  z.refine(isCleanText, stop("characters")),
  z.minLength(1, stop("required")),
);

export function isCleanText(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

export const nothing = z.strictObject({});
export const flag = z.boolean();
/** A whole number as text, for query parameters. */
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
/** A price in the currency's main unit, with at most three decimals. */
export const unitPrice = z.object({ costs: z.string().check(z.regex(/^\d{1,12}(\.\d{1,3})?$/)), currency: z.string() });
export type UnitPrice = z.output<typeof unitPrice>;
export const uuid = bounded(36, "invalid", "invalid").check(z.uuid(stop("invalid")));
export const url = bounded(1_000, "invalid", "invalid").check(z.url(stop("invalid")));
/** Money: integer minor units beside an ISO 4217 code. */
export const money = z.object({ amount: z.int(), currency: z.string() });

/** The solved challenge of an earlier `proof_required`, as JSON. */
export const proof = z.optional(text(2, 4_000));
