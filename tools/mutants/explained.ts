/**
 * Survivors that no test can notice, because the product does the same with them. By name, as the run prints it, with the reason; a
 * mutant that a test could notice needs a test and has no place here.
 */
interface Explained {
  file: string;
  mutant: string;
  why: string;
}

const NO_MOVEMENT_OF_NOTHING = "An amount of 0 is refused by the ledger's own check, on whichever side it were.";
const NO_ACCOUNT_0 = "Members' numbers are above 0 and house accounts below it; there is no account 0.";

export const EXPLAINED: readonly Explained[] = [
  {
    file: "server/modules/credits/commands.ts",
    mutant: "case when $4::bigint < 0 then $2 else $5::bigint end, | < → <=",
    why: NO_MOVEMENT_OF_NOTHING,
  },
  {
    file: "server/modules/credits/commands.ts",
    mutant: "case when $4::bigint < 0 then $5::bigint else $2 end, | < → <=",
    why: NO_MOVEMENT_OF_NOTHING,
  },
  {
    file: "server/modules/credits/commands.ts",
    mutant:
      '"select amount, kind from ledger where site_id = $1 and member_id = $2 and idem = $3 and debit = $2", | member_id = $2 → true',
    why: "Whom a row debits is the row's member: the other side is an account of the house (check of the table).",
  },
  {
    file: "server/modules/credits/queries.ts",
    mutant:
      "+ (select coalesce(sum(case when credit < 0 then amount else 0 end) - sum(case when debit < 0 then amount else 0 end), 0) | < → <=",
    why: NO_ACCOUNT_0,
  },
  {
    file: "server/modules/credits/queries.ts",
    mutant:
      "+ (select coalesce(sum(case when credit < 0 then amount else 0 end) - sum(case when debit < 0 then amount else 0 end), 0) | < → <= #2",
    why: NO_ACCOUNT_0,
  },
];
