import { UserApi } from "@serenade/contract/account";
import { BlockApi } from "@serenade/contract/members";
import { NotificationsApi } from "@serenade/contract/notifications";
import { DepartureApi, SessionApi } from "@serenade/contract/security";
import { redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import { actingInBrowser } from "~/kernel/form.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import type { Route } from "./+types/settings.page";
import { AccountSection } from "./account/account-section.tsx";
import { AppearanceSection } from "./account/appearance-section.tsx";
import { EmailSection } from "./account/email-section.tsx";
import { LanguageSection } from "./account/language-section.tsx";
import { LeaveSection } from "./account/leave-section.tsx";
import { LogoutSection } from "./account/logout-section.tsx";
import { SpendingSection, spendingActs } from "./money/spending-section.tsx";
import { MailsStopped, stoppedActs } from "./notifications/mails-stopped.tsx";
import { NewsSection, newsActs } from "./notifications/news-section.tsx";
import { PushSection } from "./notifications/push-section.tsx";
import { BlockedSection, blockedActs } from "./privacy/blocked-section.tsx";
import { ConsentSection, consentActs } from "./privacy/consent-section.tsx";
import { ExportSection } from "./privacy/export-section.tsx";
import { PrivacySection, privacyActs } from "./privacy/privacy-section.tsx";
import { type Acts, act } from "./section.tsx";
import { PasskeysSection } from "./security/passkeys-section.tsx";
import { PasswordSection } from "./security/password-section.tsx";
import { SecondFactorSection } from "./security/second-factor-section.tsx";
import { SessionsSection } from "./security/sessions-section.tsx";
import { securityActions } from "./security-actions.ts";

/** What each form of the page does, by its `intent`. A section brings its own acts; the page only knows their order. */
const ACTS: Acts = {
  ...securityActions,
  ...stoppedActs,
  ...newsActs,
  ...privacyActs,
  ...consentActs,
  ...spendingActs,
  ...blockedActs,
};

/** The settings (product.md 10). */
export async function loader(visit: Route.LoaderArgs) {
  const call = reading(visit);
  const { user } = await call(UserApi.current);
  if (!user) throw redirect(paths.login({ to: paths.notifications() }));
  const asked = new URL(visit.request.url).searchParams;
  const offers = asked.has("leave") && !asked.has("declined");
  const [{ profiles }, { preferences }, { sessions }, { offer }] = await Promise.all([
    call(BlockApi.list),
    call(NotificationsApi.read),
    call(SessionApi.list),
    offers ? call(DepartureApi.offer) : { offer: null },
  ]);
  return { user, preferences, blocked: profiles, sessions, offer, token: asked.get("token") };
}

export const action = (visit: Route.ActionArgs) => act(ACTS, acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => act(ACTS, actingInBrowser, request);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { user, preferences, blocked, sessions, offer, token } = loaderData;
  const t = useTranslations("settings");
  return (
    <div className="page grid max-w-[790px] gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      <h1 className="text-2xl">{t("title")}</h1>
      <MailsStopped reasons={preferences.disabled} email={user.email} />
      <AccountSection user={user} />
      <PasswordSection answer={actionData} />
      <EmailSection answer={actionData} />
      <SessionsSection sessions={sessions} answer={actionData} />
      <SecondFactorSection />
      <PasskeysSection />
      <PushSection />
      <NewsSection kinds={preferences.kinds} />
      <PrivacySection preferences={preferences} premium={user.paid_user} />
      <ConsentSection consent={preferences.consent} />
      <SpendingSection spending={preferences.spending} />
      <LanguageSection />
      <AppearanceSection />
      <BlockedSection members={blocked} />
      <ExportSection token={token} answer={actionData} />
      <LeaveSection offer={offer} answer={actionData} />
      <LogoutSection />
    </div>
  );
}
