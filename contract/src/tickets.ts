/** Questions to the site's customer service, with or without an account (§2 service; product.md 10). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { address, text } from "./fields.ts";
import { TICKET_MESSAGE_MAX } from "./limits.ts";

export const TICKET_TOPICS = ["account", "payment", "technical", "privacy", "safety", "other"] as const;

export const TicketForm = z.strictObject({
  /** Where the answer is sent. */
  email: address("email"),
  topic: z.enum(TICKET_TOPICS, "required"),
  message: text(1, TICKET_MESSAGE_MAX),
});
export type TicketForm = z.output<typeof TicketForm>;

export const ServiceApi = {
  write: endpoint({
    method: "POST",
    path: "/api/service.php",
    summary: "Write to customer service; the same message again is the same case",
    body: TicketForm,
    status: 201,
    answer: z.object({ case: z.string() }),
  }),
};
