/** Reports of members and of their messages, and complaints (§2 Profile view, complaints; product.md 6, 10 and 11). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { address, text } from "./fields.ts";
import { idOf } from "./ids.ts";
import { COMPLAINT_MESSAGE_MAX, REPORT_NOTE_MAX } from "./limits.ts";

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

export const COMPLAINT_KINDS = ["person", "photo", "text", "minor", "payment", "decision", "other"] as const;

/** What a notice of illegal content has to contain (DSA 16 (2)): what, where, who, and good faith. */
export const ComplaintForm = z.strictObject({
  name: z.optional(text(0, 100)),
  email: address("email"),
  kind: z.enum(COMPLAINT_KINDS, "required"),
  /** The address of the page, or the name of the member. */
  subject: text(1, 500),
  message: text(1, COMPLAINT_MESSAGE_MAX),
  good_faith: z.literal(true, "required"),
});
export type ComplaintForm = z.output<typeof ComplaintForm>;

export const ComplaintApi = {
  file: endpoint({
    method: "POST",
    path: "/api/complaint.php",
    summary:
      "Complain about content, a person or a decision, also without an account; the same complaint again is the same case",
    body: ComplaintForm,
    status: 201,
    answer: z.object({ case: z.string() }),
  }),
};
