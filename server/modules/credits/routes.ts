/** The statement: every movement of a member's credits with its reason, to read and to save (product.md 7). */
import { CreditsApi } from "@serenade/contract/credits";
import { type Call, type Member, on } from "../../kernel/dispatch.ts";
import { BinaryResponse } from "../../kernel/responses.ts";
import { presentMovement } from "./present.ts";
import { debtOf, listMovements } from "./queries.ts";

const PAGE = 50;
const EXPORTS = { name: "statement-exports", points: 10, seconds: 600, whenDown: "closed" } as const;
const ROWS_AT_ONCE = 1_000;

export const creditRoutes = [
  on(CreditsApi.history, "member", async ({ db, site, member, query }) => {
    const who = { site: site.id, member: member.id };
    const [rows, debt] = await Promise.all([
      listMovements(db, who, query.before ?? Number.MAX_SAFE_INTEGER, PAGE + 1),
      debtOf(db, who),
    ]);
    return { movements: rows.slice(0, PAGE).map(presentMovement), debt, older: rows.length > PAGE };
  }),
  on(CreditsApi.export, "member", exportStatement, { limit: EXPORTS }),
];

async function exportStatement({ db, site, member, ids }: Call<typeof CreditsApi.export, Member>) {
  const lines = ["number,time,reason,credits,balance,transaction,conversation"];
  const who = { site: site.id, member: member.id };
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listMovements(db, who, before, ROWS_AT_ONCE);
    for (const row of rows) {
      const { number, created_at, kind, amount, balance_after, transaction, conversation } = presentMovement(row);
      const order = transaction === null ? "" : ids.encode("transaction", transaction);
      const chat = conversation === null ? "" : ids.encode("conversation", conversation);
      lines.push([number, created_at, kind, amount, balance_after, order, chat].join(","));
    }
    if (rows.length < ROWS_AT_ONCE) break;
    before = rows.at(-1)!.seq;
  }
  return new BinaryResponse(Buffer.from(`${lines.join("\r\n")}\r\n`), "text/csv; charset=utf-8", 0, "credits.csv");
}
