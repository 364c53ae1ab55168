import { DepartureApi } from "@serenade/contract/security";
import { redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { clientActionApi, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Route } from "./+types/account-deleted.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { OutboxLink } from "./outbox-link.tsx";
import { TokenForm, withToken } from "./token-form.tsx";

/** Shown after deletion, and by the link of its email, where a button restores the account. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get("token") };
}

const restore = (call: Call, request: Request) =>
  withToken(call, request, async (call, token) => {
    try {
      await call(DepartureApi.back, { body: { token } });
    } catch (error) {
      // the account is restored, but the login needs the second factor
      if (isCallFailure(error) && error.code === "second_factor_required") return redirect(paths.login());
      throw error;
    }
    return redirect(paths.members());
  });

export const action = (visit: Route.ActionArgs) => restore(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => restore(clientActionApi, request);

export default function AccountDeleted({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const t = useTranslations("security.deleted");
  const e = useTranslations("errors");
  const a = useTranslations("account");
  if (actionData && "dead" in actionData) {
    return (
      <ActivateFrame variant="danger" icon="alert" title={e("link_invalid")} lead={t("failed_lead")}>
        <PageTitle>{e("link_invalid")}</PageTitle>
        <LinkButton to={paths.login()} size="large" wide>
          {a("login.submit")}
        </LinkButton>
      </ActivateFrame>
    );
  }
  if (!token) {
    return (
      <ActivateFrame variant="info" icon="trash" title={t("title")} lead={t("lead")}>
        <PageTitle>{t("title")}</PageTitle>
        <OutboxLink />
        <LinkButton to={paths.index()} variant="quiet" wide>
          {t("home")}
        </LinkButton>
      </ActivateFrame>
    );
  }
  return (
    <ActivateFrame variant="info" icon="undo" title={t("back_title")} lead={t("back_lead")}>
      <PageTitle>{t("back_title")}</PageTitle>
      <TokenForm token={token} failure={isFormFailure(actionData) ? actionData : undefined}>
        {t("back_submit")}
      </TokenForm>
    </ActivateFrame>
  );
}
