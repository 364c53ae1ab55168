import { MailChangeApi } from "@serenade/contract/security";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, isRefused } from "~/kernel/form.ts";
import { useUser } from "~/kernel/queries.ts";
import { acting } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Route } from "./+types/mail-change-do.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { spending, TokenForm } from "./token-form.tsx";

/** Where the links of a change of address lead: to the new one to confirm it, to the old one to undo it. */
export function loader({ request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams;
  return { token: asked.get("token") ?? "", undo: asked.has("undo") };
}

const change = (call: Call, request: Request) =>
  spending(call, request, async (call, token, fields) => {
    if (!fields.has("undo")) {
      await call(MailChangeApi.confirm, { body: { token } });
      return { done: "changed" as const };
    }
    await call(MailChangeApi.undo, { body: { token } });
    return { done: "undone" as const };
  });

export const action = (visit: Route.ActionArgs) => change(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => change(actingInBrowser, request);

export default function MailChangeDo({ loaderData: { token, undo }, actionData }: Route.ComponentProps) {
  const t = useTranslations("security.address");
  const e = useTranslations("errors");
  const user = useUser();
  const on = user ? paths.notifications() : paths.login();
  if (!token || (actionData && "dead" in actionData)) {
    return (
      <ActivateFrame look="danger" icon="alert" title={e("link_invalid")} lead={t("failed_lead")}>
        <PageTitle>{e("link_invalid")}</PageTitle>
        <LinkButton to={user ? on : paths.login({ to: paths.notifications() })} size="large" wide>
          {t("settings")}
        </LinkButton>
      </ActivateFrame>
    );
  }
  if (actionData && "done" in actionData) return <Done what={actionData.done} />;
  const refused = isRefused(actionData) ? actionData : undefined;
  const title = undo ? t("undo_title") : t("title");
  return (
    <ActivateFrame
      look={undo ? "danger" : "info"}
      icon={undo ? "shield" : "mail"}
      title={title}
      lead={undo ? t("undo_lead") : t("lead")}
    >
      <PageTitle>{title}</PageTitle>
      <TokenForm token={token} refused={refused} more={undo && <input type="hidden" name="undo" value="1" />}>
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
    <ActivateFrame look="success" icon="check" title={title} lead={undone ? t("undone_lead") : t("done_lead")}>
      <PageTitle>{title}</PageTitle>
      {undone ? (
        <LinkButton to={paths.resetPassword()} look="call" size="large" wide>
          {t("undone_on")}
        </LinkButton>
      ) : (
        <LinkButton
          to={user ? paths.notifications() : paths.login({ to: paths.notifications() })}
          look="call"
          size="large"
          wide
        >
          {t("settings")}
        </LinkButton>
      )}
    </ActivateFrame>
  );
}
