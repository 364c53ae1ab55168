/** Passkeys: registered in settings, and a login by one (product.md 2). */
import { PasskeyApi } from "@serenade/contract/factors";
import { baseUrlOf, type Call, type Member, on } from "../../../kernel/dispatch.ts";
import { PASSKEY_LOGINS } from "../abuse/rules.ts";
import { assertCanLogIn } from "../commands.ts";
import { refuseWrongPassword } from "../passwords/commands.ts";
import { openSessionFor, ownerOf } from "../routes.ts";
import { FACTOR_CHANGES } from "../rules.ts";
import { logInByPasskey, registerPasskey, removePasskey, startPasskey, startPasskeyLogin } from "./commands.ts";
import { partyOf } from "./gateway.ts";
import { presentPasskey } from "./present.ts";
import { listPasskeys } from "./queries.ts";

export const passkeyRoutes = [
  on(PasskeyApi.list, "member", passkeys),
  on(
    PasskeyApi.start,
    "member",
    async (call) => {
      await refuseWrongPassword(call, call.site.id, call.member.id, call.body.password);
      return { options: { ...(await startPasskey(call, ownerOf(call), partyOf(call.request))) } };
    },
    { limit: FACTOR_CHANGES },
  ),
  on(
    PasskeyApi.register,
    "member",
    async (call) => {
      const made = { ...call.body, party: partyOf(call.request), baseUrl: baseUrlOf(call) };
      await registerPasskey(call, ownerOf(call), made);
      return passkeys(call);
    },
    { limit: FACTOR_CHANGES },
  ),
  on(
    PasskeyApi.remove,
    "member",
    async (call) => {
      await refuseWrongPassword(call, call.site.id, call.member.id, call.body.password);
      await removePasskey(call, ownerOf(call), call.body.id, baseUrlOf(call));
      return passkeys(call);
    },
    { limit: FACTOR_CHANGES },
  ),
  on(
    PasskeyApi.startLogin,
    "anyone",
    async (call) => ({ options: { ...(await startPasskeyLogin(call, call.site.id, partyOf(call.request))) } }),
    { limit: PASSKEY_LOGINS, countBy: "network" },
  ),
  on(
    PasskeyApi.logIn,
    "anyone",
    async (call) => {
      const member = await logInByPasskey(call, call.site.id, call.body.response, partyOf(call.request));
      await assertCanLogIn(call, call.site.id, member, baseUrlOf(call));
      return { user: await openSessionFor(call, member, { tells: true }) };
    },
    { limit: PASSKEY_LOGINS, countBy: "network" },
  ),
];

async function passkeys({ db, site, member }: Pick<Call<never, Member>, "db" | "site" | "member">) {
  return { passkeys: (await listPasskeys(db, site.id, member.id)).map(presentPasskey) };
}
