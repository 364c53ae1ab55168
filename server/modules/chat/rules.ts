/** Who may write first: the receiver's choice (product.md 6). Somebody they like always may. */

import { GENDERS } from "@serenade/contract/attributes";
import type { ErrorCode } from "@serenade/contract/errors";
import { ageOn, gendersOf } from "../members/rules.ts";
import type { FirstRow } from "./tables.ts";

/** The code of the refusal, or null when the first message may be sent. */
export function refusedFirst(row: FirstRow, today: string): ErrorCode | null {
  if (row.liked || row.choice === "everyone") return null;
  if (row.choice === "liked") return "write_first_liked";
  if (row.choice === "photo") return row.confirmed && row.photo ? null : "write_first_photo";
  return fitsSearch(row, today) ? null : "write_first_search";
}

function fitsSearch(row: FirstRow, today: string): boolean {
  const age = ageOn(row.date_of_birth, today);
  const sought = gendersOf(row.looking_for).includes(GENDERS[row.gender - 1]!);
  return sought && age >= row.seek_min_age && age <= row.seek_max_age;
}
