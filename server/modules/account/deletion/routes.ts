/** Account deletion, the retention offer, and reactivation (§4 Account deletion, §8). */
import { DepartureApi } from "@serenade/contract/security";
import { baseUrlOf, on } from "../../../kernel/dispatch.ts";
import { presentDiscount } from "../../discounts/present.ts";
import { assertCanLogIn } from "../commands.ts";
import { refuseWrongPassword } from "../passwords/commands.ts";
import { openSessionFor } from "../routes.ts";
import { PASSWORD_CHECKS, SESSION_COOKIE } from "../rules.ts";
import { requestCode } from "../second-factor/commands.ts";
import { findOffer, reactivate, requestDeletion, takeOffer } from "./commands.ts";

const LINKS = { name: "reactivations", points: 30, seconds: 300, whenDown: "closed" } as const;

export const departureRoutes = [
  on(
    DepartureApi.leave,
    "member",
    async (call) => {
      const { site, member, body } = call;
      await refuseWrongPassword(call, site.id, member.id, body.password);
      await requestDeletion(call, { site: site.id, member: member.id, reason: body.reason, baseUrl: baseUrlOf(call) });
      call.setCookie({ name: SESSION_COOKIE, value: null, maxAge: 0, httpOnly: true, clearsSiteData: true });
      return {};
    },
    { limit: PASSWORD_CHECKS },
  ),
  on(
    DepartureApi.back,
    "anyone",
    async (call) => {
      const member = await reactivate(call, call.site.id, call.body.token, baseUrlOf(call));
      await assertCanLogIn(call, call.site.id, member, baseUrlOf(call));
      await requestCode(call, { site: call.site.id, member });
      return { user: await openSessionFor(call, member) };
    },
    { limit: LINKS, countBy: "network" },
  ),
  on(DepartureApi.offer, "member", async (call) => ({ offer: await findOffer(call, call.site.id, call.member.id) })),
  on(DepartureApi.stay, "member", async (call) => ({
    discountcode: presentDiscount(
      await takeOffer(call, call.site.id, call.member.id),
      call.member.id,
      call.clock.now(),
    ),
  })),
];
