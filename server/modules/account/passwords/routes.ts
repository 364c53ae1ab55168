/** Password reset and change (§5, §8). */
import { PasswordApi } from "@serenade/contract/security";
import { baseUrlOf, on } from "../../../kernel/dispatch.ts";
import { limitAddressChecks } from "../abuse/commands.ts";
import { setDeviceCookie } from "../routes.ts";
import { DEVICE_COOKIE, emailKey, PASSWORD_CHECKS } from "../rules.ts";
import { changePassword, requestReset, resetPassword } from "./commands.ts";

const RESET_REQUESTS = { name: "reset-requests", points: 15, seconds: 3600, whenDown: "closed" } as const;
const RESETS = { name: "resets", points: 30, seconds: 300, whenDown: "closed" } as const;

export const passwordRoutes = [
  on(
    PasswordApi.ask,
    "anyone",
    async (call) => {
      const { site, network, body, locale } = call;
      await limitAddressChecks(call, "reset", emailKey(body.email), { site: site.id, network, proof: body.proof });
      await requestReset(call, site.id, { email: body.email, locale, baseUrl: baseUrlOf(call) });
      return {};
    },
    { limit: RESET_REQUESTS, countBy: "network" },
  ),
  on(
    PasswordApi.reset,
    "anyone",
    async (call) => {
      const { token, password } = call.body;
      const from = { site: call.site.id, device: call.request.cookies[DEVICE_COOKIE], baseUrl: baseUrlOf(call) };
      setDeviceCookie(call, (await resetPassword(call, { ...from, token, password })).device);
      return {};
    },
    { limit: RESETS, countBy: "network" },
  ),
  on(
    PasswordApi.change,
    "member",
    async (call) => {
      const { site, member, body, request } = call;
      await changePassword(call, {
        site: site.id,
        member: member.id,
        session: member.session,
        old: body.password_old,
        password: body.password,
        device: request.cookies[DEVICE_COOKIE],
        baseUrl: baseUrlOf(call),
      });
      return {};
    },
    { limit: PASSWORD_CHECKS },
  ),
];
