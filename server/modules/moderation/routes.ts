/** Reports and complaints (product.md 6, 10 and 11). */
import { ComplaintApi, ReportApi } from "@serenade/contract/moderation";
import { type Call, type Member, on } from "../../kernel/dispatch.ts";
import { reportMember } from "./commands.ts";
import { fileComplaint } from "./complaints/commands.ts";

const REPORTS = { name: "reports", points: 20, seconds: 3_600, whenDown: "open" } as const;

/** Per network, because the form needs no account. */
const COMPLAINTS = { name: "complaints", points: 5, seconds: 3_600, whenDown: "open" } as const;

export const moderationRoutes = [
  on(ReportApi.report, "member", report, { limit: REPORTS }),
  on(ComplaintApi.file, "anyone", complain, { limit: COMPLAINTS, countBy: "network" }),
];

async function report(call: Call<typeof ReportApi.report, Member>) {
  const { site, member, body } = call;
  const { id: reported, reason, note = "", message = 0, block = false } = body;
  return {
    case: await reportMember(call, { site: site.id, reporter: member.id, reported, reason, note, message, block }),
  };
}

async function complain(call: Call<typeof ComplaintApi.file>) {
  const { site, member, locale, body: form } = call;
  return { case: await fileComplaint(call, { site: site.id, member: member?.id ?? null, locale, form }) };
}
