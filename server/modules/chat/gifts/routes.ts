/** The catalogue of gifts, and one's own gifts on one's profile (product.md 5). Giving one is POST chat.php. */
import { GIFTS, GiftsApi, giftPrice } from "@serenade/contract/gifts";
import { on } from "../../../kernel/dispatch.ts";
import { getSite } from "../../site/queries.ts";
import { hideGift } from "./commands.ts";
import { presentReceived } from "./present.ts";
import { listReceived } from "./queries.ts";

export const giftRoutes = [
  on(GiftsApi.list, "member", async (call) => {
    const { db, site, member } = call;
    const [{ settings }, received] = await Promise.all([getSite(call, site.id), listReceived(db, site.id, member.id)]);
    return {
      gifts: GIFTS.map((gift) => ({ gift, credits: giftPrice(gift, settings.gift_credits) })),
      received: received.map(presentReceived),
    };
  }),
  on(GiftsApi.hide, "member", async (call) => {
    await hideGift(call, { site: call.site.id, member: call.member.id }, call.body.id, call.body.hidden);
    return {};
  }),
];
