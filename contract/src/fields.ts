/** Shapes that several nouns share. Error texts in the schemas are keys of texts/<locale>/fields.json. */
import * as z from "zod/mini";

/** No NUL, no lone surrogate: PostgreSQL refuses both, so they end here as a 400 and not there as a 500. NFC, trimmed. */
export const text = (min: number, max: number) =>
  z.string("required").check(
    z.refine((value) => isCleanText(value), "characters"),
    z.overwrite((value) => value.normalize("NFC").trim()),
    z.refine((value) => [...value].length >= min, min <= 1 ? "required" : "too_short"),
    z.refine((value) => [...value].length <= max, "too_long"),
  );

export function isCleanText(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

export const nothing = z.strictObject({});
export const flag = z.boolean();
/** A whole number written as text, as query parameters are. */
export const whole = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, "number")),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.number().check(z.gte(min, "number"), z.lte(max, "number")),
    ),
  );
export const date = z.iso.date("date");
/** ISO 8601 in UTC. */
export const time = z.string();
export const uuid = z.uuid("invalid");
/** Money: integer minor units beside an ISO 4217 code. */
export const money = z.object({ amount: z.int(), currency: z.string() });
