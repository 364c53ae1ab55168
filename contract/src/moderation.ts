/** Reports of members and of their messages (§2 Profile view, product.md 6 and 11). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";
import { idOf } from "./ids.ts";
import { REPORT_NOTE_MAX } from "./limits.ts";

export const REPORT_REASONS = ["scam", "fake", "harassment", "photos", "underage", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const ReportApi = {
  report: endpoint({
    method: "POST",
    path: "/api/report.php",
    summary:
      "Report a member, or one of their messages, with copies of the profile and the latest messages. The same report again is the same case; the reporter stays anonymous",
    body: z.strictObject({
      id: idOf("member"),
      reason: z.enum(REPORT_REASONS),
      note: z.optional(text(0, REPORT_NOTE_MAX)),
      message: z.optional(idOf("message")),
      /** Also block them. */
      block: z.optional(z.boolean()),
    }),
    status: 201,
    answer: z.object({ case: z.string() }),
  }),
};
