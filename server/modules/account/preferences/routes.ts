/** Preferences: kinds of news, what others see, the spending limit, getting mails again, and unsubscribing (RFC 8058). */
import { NotificationsApi, UnsubscribeApi } from "@serenade/contract/notifications";
import { baseUrlOf, type Call, type Member, on } from "../../../kernel/dispatch.ts";
import { Redirect } from "../../../kernel/responses.ts";
import { listStops } from "../../mail/suppressions/queries.ts";
import { listChoices } from "../../notifications/queries.ts";
import { allSwitches } from "../../notifications/rules.ts";
import { listBundles } from "../../site/queries.ts";
import { readSpending } from "../spending-limit/commands.ts";
import { changePreferences, unsubscribe, wantMailsAgain } from "./commands.ts";
import { getPreferences } from "./queries.ts";

const RESUMES = { name: "mail-resumes", points: 5, seconds: 3600, whenDown: "closed" } as const;

const CLICKS = { name: "unsubscribes", points: 60, seconds: 60, whenDown: "open" } as const;

type Own = Call & { member: Member };

export const preferenceRoutes = [
  on(NotificationsApi.read, "member", preferences),
  on(NotificationsApi.change, "member", async (call) => {
    await changePreferences(call, whoOf(call), call.body);
    return preferences(call);
  }),
  on(
    NotificationsApi.resume,
    "member",
    async (call) => {
      await wantMailsAgain(call, whoOf(call), call.body.reason, baseUrlOf(call));
      return preferences(call);
    },
    { limit: RESUMES },
  ),
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

const whoOf = ({ site, member }: Own) => ({ site: site.id, member: member.id, premium: member.premium });

async function preferences(call: Own) {
  const { db, site, member } = call;
  const [own, chosen, disabled, spending] = await Promise.all([
    getPreferences(db, site.id, member.id),
    listChoices(db, site.id, member.id),
    listStops(db, site.id, member.id),
    listBundles(call, site.id).then((bundles) => readSpending(call, db, { site: site.id, member: member.id }, bundles)),
  ]);
  const { country, ...shown } = own;
  return { preferences: { ...shown, kinds: allSwitches(chosen, country), spending, disabled } };
}
