/** Customer service (§2 service). */
import { ServiceApi } from "@serenade/contract/tickets";
import { on } from "../../kernel/dispatch.ts";
import { openTicket } from "./commands.ts";

const TICKETS = { name: "tickets", points: 5, seconds: 3_600, whenDown: "open" } as const;

export const ticketRoutes = [
  on(
    ServiceApi.write,
    "anyone",
    async (call) => ({
      case: await openTicket(call, {
        site: call.site.id,
        member: call.member?.id ?? null,
        locale: call.locale,
        form: call.body,
      }),
    }),
    { limit: TICKETS, countBy: "network" },
  ),
];
