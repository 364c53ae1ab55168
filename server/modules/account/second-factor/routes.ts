/** The second step of a login, and the second factor in settings (product.md 2). */
import { SecondFactorApi } from "@serenade/contract/factors";
import { baseUrlOf, on } from "../../../kernel/dispatch.ts";
import { assertCanLogIn } from "../commands.ts";
import { refuseWrongPassword } from "../passwords/commands.ts";
import { openSessionFor, ownerOf } from "../routes.ts";
import { FACTOR_CHANGES } from "../rules.ts";
import { completeLogin, startFactor, turnOff, turnOn } from "./commands.ts";
import { getFactorState } from "./queries.ts";

const SECOND_STEPS = { name: "second-steps", points: 25, seconds: 300, whenDown: "closed" } as const;

export const secondFactorRoutes = [
  on(
    SecondFactorApi.logIn,
    "anyone",
    async (call) => {
      const member = await completeLogin(call, call.site.id, call.body.ticket, call.body.code);
      await assertCanLogIn(call, call.site.id, member, baseUrlOf(call));
      return { user: await openSessionFor(call, member, { tells: true }) };
    },
    { limit: SECOND_STEPS, countBy: "network" },
  ),
  on(SecondFactorApi.read, "member", async ({ db, site, member }) => getFactorState(db, site.id, member.id)),
  on(
    SecondFactorApi.start,
    "member",
    async (call) => {
      await refuseWrongPassword(call, call.site.id, call.member.id, call.body.password);
      return startFactor(call, ownerOf(call));
    },
    { limit: FACTOR_CHANGES },
  ),
  on(
    SecondFactorApi.confirm,
    "member",
    async (call) => ({ recovery_codes: await turnOn(call, ownerOf(call), call.body.code, baseUrlOf(call)) }),
    { limit: FACTOR_CHANGES },
  ),
  on(
    SecondFactorApi.end,
    "member",
    async (call) => {
      await refuseWrongPassword(call, call.site.id, call.member.id, call.body.password);
      await turnOff(call, ownerOf(call), call.body.code, baseUrlOf(call));
      return {};
    },
    { limit: FACTOR_CHANGES },
  ),
];
