/** Push subscriptions of the calling browser (§7). */
import { UserApi } from "@serenade/contract/account";
import { type Call, type Member, on } from "../../kernel/dispatch.ts";
import { removePushSubscription, savePushSubscription } from "./commands.ts";

export const pushRoutes = [
  on(UserApi.push, "member", async (call) => {
    await savePushSubscription(call, browserOf(call), call.body.subscription);
    return {};
  }),
  on(UserApi.unpush, "member", async (call) => {
    await removePushSubscription(call, browserOf(call), call.body.endpoint);
    return {};
  }),
];

const browserOf = ({ site, member }: Pick<Call<never, Member>, "site" | "member">) => ({
  site: site.id,
  member: member.id,
  session: member.session,
});
