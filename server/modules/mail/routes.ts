/** One-click unsubscribe by a mail program, and the link opened in a browser (RFC 8058). */
import { UnsubscribeApi } from "@serenade/contract/notifications";
import { on } from "../../kernel/dispatch.ts";
import { Redirect } from "../../kernel/responses.ts";
import { unsubscribe } from "./suppressions/commands.ts";

const CLICKS = { name: "unsubscribes", points: 60, seconds: 60, whenDown: "open" } as const;

export const mailRoutes = [
  // link scanners open every link, so a GET only redirects to the confirmation page
  on(
    UnsubscribeApi.look,
    "anyone",
    async ({ query }) => new Redirect(`/unsubscribe?token=${encodeURIComponent(query.token)}`),
  ),
  on(
    UnsubscribeApi.act,
    "system",
    async (call) => {
      await unsubscribe(call, call.site.id, call.query.token);
      return {};
    },
    { limit: CLICKS },
  ),
];
