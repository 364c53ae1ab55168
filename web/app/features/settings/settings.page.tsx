import { UserApi } from "@serenade/contract/account";
import { BlockApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { InstrumentsApi } from "@serenade/contract/payments";
import { DepartureApi, SessionApi } from "@serenade/contract/security";
import { redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { clientActionApi } from "~/platform/form-failure.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import type { Route } from "./+types/settings.page";
import { AccountSection } from "./account/account-section.tsx";
import { AppearanceSection } from "./account/appearance-section.tsx";
import { EmailSection } from "./account/email-section.tsx";
import { LanguageSection } from "./account/language-section.tsx";
import { LeaveSection } from "./account/leave-section.tsx";
import { LogoutSection } from "./account/logout-section.tsx";
import { MethodsSection, methodActions } from "./money/methods-section.tsx";
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

/** The settings (product.md 10). */
export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const { user } = await call(UserApi.current);
  if (!user) throw redirect(paths.login({ to: paths.notifications() }));
  const search = new URL(visit.request.url).searchParams;
  const offers = search.has("leave") && !search.has("declined");
  const [{ profiles }, { preferences }, { sessions }, { offer }, { instruments }] = await Promise.all([
    call(BlockApi.list),
    call(NotificationsApi.read),
    call(SessionApi.list),
    offers ? call(DepartureApi.offer) : { offer: null },
    call(InstrumentsApi.list),
  ]);
  return { user, preferences, blocked: profiles, sessions, offer, instruments, token: search.get("token") };
}

export const action = (visit: Route.ActionArgs) => runAction(ACTIONS, actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => runAction(ACTIONS, clientActionApi, request);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { user, preferences, blocked, sessions, offer, instruments, token } = loaderData;
  const t = useTranslations("settings");
  return (
    <div className="page grid max-w-[790px] gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      <h1 className="text-2xl">{t("title")}</h1>
      <MailsStopped reasons={preferences.disabled} email={user.email} />
      <AccountSection user={user} />
      <PasswordSection actionData={actionData} />
      <EmailSection actionData={actionData} />
      <SessionsSection sessions={sessions} actionData={actionData} />
      <SecondFactorSection />
      <PasskeysSection />
      <PushSection />
      <NewsSection kinds={preferences.kinds} />
      <PrivacySection preferences={preferences} premium={user.paid_user} />
      <ConsentSection consent={preferences.consent} />
      <SpendingSection spending={preferences.spending} />
      <MethodsSection instruments={instruments} />
      <LanguageSection />
      <AppearanceSection />
      <BlockedSection members={blocked} />
      <ExportSection token={token} actionData={actionData} />
      <LeaveSection offer={offer} actionData={actionData} />
      <LogoutSection />
    </div>
  );
}
