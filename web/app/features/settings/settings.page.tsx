import { UserApi } from "@serenade/contract/account";
import { BlockApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { InstrumentsApi } from "@serenade/contract/payments";
import { DepartureApi, SessionApi } from "@serenade/contract/security";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/platform/call.ts";
import { clientActionApi } from "~/platform/form-failure.ts";
import { actionApi, loaderApi, toLogin } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import type { Route } from "./+types/settings.page";
import { AccountSection } from "./account/account-section.tsx";
import { EmailSection } from "./account/email-section.tsx";
import { LanguageSection } from "./account/language-section.tsx";
import { LeaveSection } from "./account/leave-section.tsx";
import { GROUPS, type Group, groupIn } from "./groups.ts";
import { MethodsSection, methodActions } from "./money/methods-section.tsx";
import { PurchasesSection } from "./money/purchases-section.tsx";
import { SpendingSection, spendingActions } from "./money/spending-section.tsx";
import { MailsStopped, stoppedActions } from "./notifications/mails-stopped.tsx";
import { NewsSection, newsActions } from "./notifications/news-section.tsx";
import { PushSection } from "./notifications/push-section.tsx";
import { BlockedSection, blockedActions } from "./privacy/blocked-section.tsx";
import { ConsentSection, consentActions } from "./privacy/consent-section.tsx";
import { ExportSection } from "./privacy/export-section.tsx";
import { PrivacySection, privacyActions } from "./privacy/privacy-section.tsx";
import { runAction, type SectionActions } from "./section.tsx";
import { PasskeysSection } from "./security/passkeys-section.tsx";
import { PasswordSection } from "./security/password-section.tsx";
import { SecondFactorSection } from "./security/second-factor-section.tsx";
import { SessionsSection } from "./security/sessions-section.tsx";
import { securityActions } from "./security-actions.ts";
import { SettingsFrame } from "./settings-frame.tsx";

/** The actions of all forms, by their `intent`. Each section defines its own; the page only orders the sections. */
const ACTIONS: SectionActions = {
  ...securityActions,
  ...stoppedActions,
  ...newsActions,
  ...privacyActions,
  ...consentActions,
  ...spendingActions,
  ...methodActions,
  ...blockedActions,
};

/** The settings (product.md 10): an index and a page for each group. Each group loads what it shows. */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const { searchParams } = new URL(visit.request.url);
  const group = groupIn(visit.params.section, searchParams);
  if (group === undefined) throw new Response(null, { status: 404 });
  const [{ user }, { preferences }] = await Promise.all([call(UserApi.current), call(NotificationsApi.read)]);
  if (!user) throw toLogin(visit.request);
  return { user, preferences, group, ...(await contentOf(group ?? GROUPS[0], call, searchParams)) };
}

async function contentOf(group: Group, call: Call, search: URLSearchParams) {
  switch (group) {
    case "account": {
      const offers = search.has("leave") && !search.has("declined");
      return { content: group, offer: offers ? (await call(DepartureApi.offer)).offer : null };
    }
    case "privacy":
      return { content: group, blocked: (await call(BlockApi.list)).profiles, token: search.get("token") };
    case "security":
      return { content: group, sessions: (await call(SessionApi.list)).sessions };
    case "money":
      return { content: group, instruments: (await call(InstrumentsApi.list)).instruments };
    default:
      return { content: group };
  }
}

export const action = (visit: Route.ActionArgs) => runAction(ACTIONS, actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => runAction(ACTIONS, clientActionApi, request);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { user, preferences, group } = loaderData;
  const t = useTranslations("settings");
  return (
    <SettingsFrame group={group} above={<MailsStopped reasons={preferences.disabled} email={user.email} />}>
      <PageTitle>{group ? `${t(`groups.${group}`)} · ${t("title")}` : t("title")}</PageTitle>
      <Content key={group} data={loaderData} actionData={actionData} />
    </SettingsFrame>
  );
}

function Content({ data, actionData }: { data: Route.ComponentProps["loaderData"]; actionData: unknown }) {
  const { user, preferences } = data;
  switch (data.content) {
    case "account":
      return (
        <>
          <AccountSection user={user} />
          <EmailSection actionData={actionData} />
          <LanguageSection />
          <LeaveSection offer={data.offer} actionData={actionData} />
        </>
      );
    case "notifications":
      return (
        <>
          <PushSection />
          <NewsSection kinds={preferences.kinds} />
        </>
      );
    case "privacy":
      return (
        <>
          <PrivacySection preferences={preferences} premium={user.paid_user} />
          <ConsentSection consent={preferences.consent} />
          <BlockedSection members={data.blocked} />
          <ExportSection token={data.token} actionData={actionData} />
        </>
      );
    case "security":
      return (
        <>
          <PasswordSection actionData={actionData} />
          <SecondFactorSection />
          <PasskeysSection />
          <SessionsSection sessions={data.sessions} actionData={actionData} />
        </>
      );
    case "money":
      return (
        <>
          <PurchasesSection />
          <SpendingSection spending={preferences.spending} />
          <MethodsSection instruments={data.instruments} />
        </>
      );
  }
}
