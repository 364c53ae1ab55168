/** What a member is told by mail and push, and what others may see and do (§3 Notification preference kinds; product.md 3, 6, 7, 8). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing, text } from "./fields.ts";

export const UnsubscribeApi = {
  look: endpoint({
    method: "GET",
    path: "/api/unsubscribe.php",
    summary: "The address of a List-Unsubscribe header opened by hand: leads to the page that asks; changes nothing",
    query: z.strictObject({ token: text(1, 100) }),
    answer: nothing,
  }),
  act: endpoint({
    method: "POST",
    path: "/api/unsubscribe.php",
    summary:
      "One click of a mail program (RFC 8058): stops the mails that one could do without. The token proves who asks",
    query: z.strictObject({ token: text(1, 100) }),
    form: true,
    answer: nothing,
  }),
};
