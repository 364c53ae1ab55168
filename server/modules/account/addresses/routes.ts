/** Changing the e-mail address and taking that back (§5; product.md 3). */
import { MailChangeApi } from "@serenade/contract/security";
import { baseUrlOf, on } from "../../../kernel/dispatch.ts";
import { PASSWORD_CHECKS } from "../rules.ts";
import { changeAddress, requestAddressChange, undoAddress } from "./commands.ts";

const LINKS = { name: "mail-change-links", points: 30, seconds: 300, whenDown: "closed" } as const;

export const addressRoutes = [
  on(
    MailChangeApi.ask,
    "member",
    async (call) => {
      const { site, member, body, locale } = call;
      await requestAddressChange(call, { site: site.id, member: member.id, ...body, locale, baseUrl: baseUrlOf(call) });
      return {};
    },
    { limit: PASSWORD_CHECKS },
  ),
  on(
    MailChangeApi.confirm,
    "anyone",
    async (call) => {
      await changeAddress(call, call.site.id, call.body.token, baseUrlOf(call));
      return {};
    },
    { limit: LINKS, countBy: "network" },
  ),
  on(
    MailChangeApi.undo,
    "anyone",
    async (call) => {
      await undoAddress(call, call.site.id, call.body.token);
      return {};
    },
    { limit: LINKS, countBy: "network" },
  ),
];
