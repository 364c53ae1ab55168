/** Saved searches (product.md 4). */
import { SavedSearchApi } from "@serenade/contract/search";
import { baseUrlOf, type Call, type Member, on } from "../../../kernel/dispatch.ts";
import { forgetSearch, saveSearch } from "./commands.ts";
import { listSaved } from "./queries.ts";

const SAVES = { name: "saved-searches", points: 60, seconds: 600, whenDown: "open" } as const;

type Own = Call & { member: Member };

export const savedSearchRoutes = [
  on(SavedSearchApi.list, "member", searches),
  on(
    SavedSearchApi.save,
    "member",
    async (call) => {
      await saveSearch(call, whoOf(call), { ...call.body, baseUrl: baseUrlOf(call) });
      return searches(call);
    },
    { limit: SAVES },
  ),
  on(SavedSearchApi.remove, "member", async (call) => {
    await forgetSearch(call, whoOf(call), call.body.id);
    return searches(call);
  }),
];

const whoOf = ({ site, member }: Own) => ({ site: site.id, member: member.id });

async function searches(call: Own) {
  const { site, member } = whoOf(call);
  const rows = await listSaved(call.db, site, member);
  return { searches: rows.map(({ id, query, alert }) => ({ id, query, alert })) };
}
