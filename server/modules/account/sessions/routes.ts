/** One's own sessions: where they are, and their end (product.md 2: listed and endable in settings). */
import { SessionApi } from "@serenade/contract/security";
import { on } from "../../../kernel/dispatch.ts";
import { endOtherSessions, endSession } from "./commands.ts";
import { presentSession } from "./present.ts";
import { listSessions } from "./queries.ts";

export const sessionRoutes = [
  on(SessionApi.list, "member", async ({ db, site, member, clock, locale }) => ({
    sessions: (await listSessions(db, site.id, member.id, clock.iso())).map((row) =>
      presentSession(row, member.session, locale),
    ),
  })),
  on(SessionApi.end, "member", async (call) => {
    const { site, member, query, db } = call;
    if (query.id) await endSession(call, site.id, member.id, query.id);
    else await db.transaction((tx) => endOtherSessions(call, tx, site.id, member.id, member.session));
    return {};
  }),
];
