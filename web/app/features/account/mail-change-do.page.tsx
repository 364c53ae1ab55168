import { MailChangeApi } from "@serenade/contract/security";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { clientActionApi, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Route } from "./+types/mail-change-do.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { useUser } from "./queries.ts";
import { TokenForm, withToken } from "./token-form.tsx";

/** Target of the links in both emails of an address change: the new address confirms it, the old one undoes it. */
export function loader({ request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  return { token: search.get("token") ?? "", undo: search.has("undo") };
}

const change = (call: Call, request: Request) =>
  withToken(call, request, async (call, token, fields) => {
    if (!fields.has("undo")) {
      await call(MailChangeApi.confirm, { body: { token } });
      return { done: "changed" as const };
    }
    await call(MailChangeApi.undo, { body: { token } });
    return { done: "undone" as const };
  });

export const action = (visit: Route.ActionArgs) => change(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => change(clientActionApi, request);

export default function MailChangeDo({ loaderData: { token, undo }, actionData }: Route.ComponentProps) {
  const t = useTranslations("security.address");
  const e = useTranslations("errors");
  const user = useUser();
  const on = user ? paths.notifications() : paths.login();
  if (!token || (actionData && "dead" in actionData)) {
    return (
      <ActivateFrame variant="danger" icon="alert" title={e("link_invalid")} lead={t("failed_lead")}>
        <PageTitle>{e("link_invalid")}</PageTitle>
        <LinkButton to={user ? on : paths.login({ to: paths.notifications() })} size="large" wide>
          {t("settings")}
        </LinkButton>
      </ActivateFrame>
    );
  }
  if (actionData && "done" in actionData) return <Done what={actionData.done} />;
  const failure = isFormFailure(actionData) ? actionData : undefined;
  const title = undo ? t("undo_title") : t("title");
  return (
    <ActivateFrame
      variant={undo ? "danger" : "info"}
      icon={undo ? "shield" : "mail"}
      title={title}
      lead={undo ? t("undo_lead") : t("lead")}
    >
      <PageTitle>{title}</PageTitle>
      <TokenForm token={token} failure={failure} more={undo && <input type="hidden" name="undo" value="1" />}>
        {undo ? t("undo_submit") : t("submit")}
      </TokenForm>
    </ActivateFrame>
  );
}

function Done({ what }: { what: "changed" | "undone" }) {
  const t = useTranslations("security.address");
  const user = useUser();
  const undone = what === "undone";
  const title = undone ? t("undone_title") : t("done_title");
  return (
    <ActivateFrame variant="success" icon="check" title={title} lead={undone ? t("undone_lead") : t("done_lead")}>
      <PageTitle>{title}</PageTitle>
      {undone ? (
        <LinkButton to={paths.resetPassword()} variant="call" size="large" wide>
          {t("undone_on")}
        </LinkButton>
      ) : (
        <LinkButton
          to={user ? paths.notifications() : paths.login({ to: paths.notifications() })}
          variant="call"
          size="large"
          wide
        >
          {t("settings")}
        </LinkButton>
      )}
    </ActivateFrame>
  );
}
