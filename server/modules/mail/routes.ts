/** The one click of a mail program, and its address opened by hand (RFC 8058). */
import { UnsubscribeApi } from "@serenade/contract/notifications";
import { on } from "../../kernel/dispatch.ts";
import { Redirect } from "../../kernel/responses.ts";
import { unsubscribe } from "./suppressions/commands.ts";

const CLICKS = { name: "unsubscribes", points: 60, seconds: 60, whenDown: "open" } as const;

export const mailRoutes = [
  // Scanners of mails open links, so a GET only leads to the page that asks.
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
