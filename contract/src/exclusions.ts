/** Self-exclusion: an address that may have no account on the site for a time (§2 ban; product.md 10). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { address, nothing, text, time } from "./fields.ts";

/** For how long, in months. */
export const EXCLUSION_MONTHS = [6, 12, 60] as const;

export const ExclusionForm = z.strictObject({
  email: address("email"),
  months: z.literal(EXCLUSION_MONTHS, "required"),
});
export type ExclusionForm = z.output<typeof ExclusionForm>;

export const ExclusionApi = {
  request: endpoint({
    method: "POST",
    path: "/api/exclusion.php",
    summary: "Emails a link that excludes the address; the answer is the same whether or not it has an account",
    body: ExclusionForm,
    answer: nothing,
  }),
  confirm: endpoint({
    method: "POST",
    path: "/api/exclusion.php",
    when: { confirm: "1" },
    summary: "Excludes the address of the emailed link: its account is deleted, and none can be created until then",
    query: z.strictObject({ confirm: z.literal("1") }),
    body: z.strictObject({ token: text(1, 100) }),
    answer: z.object({ until: time }),
  }),
};
