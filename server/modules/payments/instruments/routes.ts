/** Stored cards and PayPal accounts: listed, and deleted (§4 Payment, product.md 7). */
import { InstrumentsApi } from "@serenade/contract/payments";
import { on } from "../../../kernel/dispatch.ts";
import { forgetInstrument } from "./commands.ts";
import { presentInstrument } from "./present.ts";
import { listInstruments } from "./queries.ts";

export const instrumentRoutes = [
  on(InstrumentsApi.list, "member", async ({ db, site, member, clock }) => ({
    instruments: (await listInstruments(db, site.id, member.id)).map((row) => presentInstrument(row, clock.now())),
  })),
  on(InstrumentsApi.forget, "member", async (call) => {
    await forgetInstrument(call, { site: call.site.id, member: call.member.id }, call.body.id);
    return {};
  }),
];
