import { DepartureApi } from "@serenade/contract/security";
import { redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { isCallFailure } from "~/kernel/call-failure.ts";
import { actingInBrowser, isRefused } from "~/kernel/form.ts";
import { acting } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Route } from "./+types/account-deleted.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { OutboxLink } from "./outbox-link.tsx";
import { spending, TokenForm } from "./token-form.tsx";

/** After the deletion, and where the link of its mail leads: the press brings the account back. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get("token") };
}

const comeBack = (call: Call, request: Request) =>
  spending(call, request, async (call, token) => {
    try {
      await call(DepartureApi.back, { body: { token } });
    } catch (error) {
      // the account is back; the login asks for the second factor
      if (isCallFailure(error) && error.code === "second_factor_required") return redirect(paths.login());
      throw error;
    }
    return redirect(paths.members());
  });

export const action = (visit: Route.ActionArgs) => comeBack(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => comeBack(actingInBrowser, request);

export default function AccountDeleted({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const t = useTranslations("security.deleted");
  const e = useTranslations("errors");
  const a = useTranslations("account");
  if (actionData && "dead" in actionData) {
    return (
      <ActivateFrame look="danger" icon="alert" title={e("link_invalid")} lead={t("failed_lead")}>
        <PageTitle>{e("link_invalid")}</PageTitle>
        <LinkButton to={paths.login()} size="large" wide>
          {a("login.submit")}
        </LinkButton>
      </ActivateFrame>
    );
  }
  if (!token) {
    return (
      <ActivateFrame look="info" icon="trash" title={t("title")} lead={t("lead")}>
        <PageTitle>{t("title")}</PageTitle>
        <OutboxLink />
        <LinkButton to={paths.index()} look="quiet" wide>
          {t("home")}
        </LinkButton>
      </ActivateFrame>
    );
  }
  return (
    <ActivateFrame look="info" icon="undo" title={t("back_title")} lead={t("back_lead")}>
      <PageTitle>{t("back_title")}</PageTitle>
      <TokenForm token={token} refused={isRefused(actionData) ? actionData : undefined}>
        {t("back_submit")}
      </TokenForm>
    </ActivateFrame>
  );
}
