import { UserApi } from "@serenade/contract/account";
import { LOCALES } from "@serenade/contract/locales";
import { BlockApi, type MemberId } from "@serenade/contract/members";
import { DepartureApi, SessionApi } from "@serenade/contract/security";
import type { ReactNode } from "react";
import { Form, redirect } from "react-router";
import { useLocale, useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, refusedOf } from "~/kernel/form.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { LOCALE_NAMES } from "~/shell/locale-names.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { ThemeSwitcher } from "~/shell/theme-switcher.tsx";
import { WordBadge } from "~/ui/badge.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { SelectField } from "~/ui/field.tsx";
import type { Route } from "./+types/notifications.page";
import { BlockedMembers } from "./blocked-members.tsx";
import { EmailSection } from "./email-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { securityActions } from "./security-actions.ts";
import { SecuritySection as Section } from "./security-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** The settings (product.md 10). Each switch here does something; the others come with what they switch. */
export async function loader(visit: Route.LoaderArgs) {
  const call = reading(visit);
  const { user } = await call(UserApi.current);
  if (!user) throw redirect(paths.login({ to: paths.notifications() }));
  const asked = new URL(visit.request.url).searchParams;
  const offers = asked.has("leave") && !asked.has("declined");
  const [{ profiles }, { sessions }, { offer }] = await Promise.all([
    call(BlockApi.list),
    call(SessionApi.list),
    offers ? call(DepartureApi.offer) : { offer: null },
  ]);
  return { user, blocked: profiles, sessions, offer, token: asked.get("token") };
}

/** One action for all forms of the page: `intent` says which; the list of blocked members sends none. */
async function change(call: Call, request: Request) {
  const fields = await request.formData();
  const intent = String(fields.get("intent"));
  if (Object.hasOwn(securityActions, intent))
    return securityActions[intent as keyof typeof securityActions](call, fields);
  return call(BlockApi.unblock, { body: { id: String(fields.get("id")) as MemberId } })
    .then(() => ({ unblocked: true as const }))
    .catch((error) => refusedOf(fields, error));
}

export const action = (visit: Route.ActionArgs) => change(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => change(actingInBrowser, request);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { user, blocked, sessions, offer, token } = loaderData;
  const t = useTranslations("settings");
  const locale = useLocale();
  const open = user.status === "not_confirmed";
  return (
    <div className="page grid max-w-[790px] gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      <h1 className="text-2xl">{t("title")}</h1>
      <Section title={t("account")}>
        <dl className="grid gap-4">
          <Fact name={t("email")}>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 break-all">
              {user.email}
              <WordBadge look={open ? "warning" : "info"}>{open ? t("email_open") : t("email_confirmed")}</WordBadge>
            </span>
          </Fact>
          <Fact name={t("name")}>{user.name}</Fact>
        </dl>
        <div className="flex flex-wrap gap-3">
          {open && (
            <LinkButton to={paths.completeSignup({ step: "confirm" })} look="primary" size="small" icon="mail">
              {t("email_how")}
            </LinkButton>
          )}
          <LinkButton to={paths.profile()} look="quiet" size="small" icon="edit">
            {t("profile")}
          </LinkButton>
          <LinkButton to={paths.transactions()} look="quiet" size="small" icon="coin">
            {t("purchases")}
          </LinkButton>
        </div>
      </Section>
      <Section title={t("language")} lead={t("language_hint")}>
        <form method="post" action={paths.appearance()} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="back" value={paths.notifications()} />
          <div className="min-w-48 flex-1">
            <SelectField name="language" label={t("language")} labelHidden defaultValue={locale}>
              {LOCALES.map((code) => (
                <option key={code} value={code} lang={code}>
                  {LOCALE_NAMES[code].name}
                </option>
              ))}
            </SelectField>
          </div>
          <Button type="submit" look="quiet" className="min-h-12">
            {t("language_save")}
          </Button>
        </form>
      </Section>
      <Section title={t("appearance")} lead={t("appearance_hint")}>
        <div className="justify-self-start">
          <ThemeSwitcher />
        </div>
      </Section>
      <EmailSection answer={actionData} />
      <PasswordSection answer={actionData} />
      <SessionsSection sessions={sessions} answer={actionData} />
      <Section title={t("blocked")} lead={t("blocked_hint")}>
        <BlockedMembers members={blocked} />
      </Section>
      <Section title={t("logout")} lead={t("logout_hint")}>
        <Form method="post" action={paths.logout()}>
          <Button type="submit" look="quiet" icon="logout">
            {t("logout")}
          </Button>
        </Form>
      </Section>
      <ExportSection token={token} answer={actionData} />
      <LeaveSection offer={offer} answer={actionData} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
