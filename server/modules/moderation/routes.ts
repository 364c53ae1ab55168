/** Reports (product.md 6 and 11). */
import { ReportApi } from "@serenade/contract/moderation";
import { type Call, type Member, on } from "../../kernel/dispatch.ts";
import { reportMember } from "./commands.ts";

const REPORTS = { name: "reports", points: 20, seconds: 3_600, whenDown: "open" } as const;

export const moderationRoutes = [on(ReportApi.report, "member", report, { limit: REPORTS })];

async function report(call: Call<typeof ReportApi.report, Member>) {
  const { site, member, body } = call;
  const { id: reported, reason, note = "", message = 0, block = false } = body;
  return {
    case: await reportMember(call, { site: site.id, reporter: member.id, reported, reason, note, message, block }),
  };
}
