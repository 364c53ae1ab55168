import { ActivateApi } from "@serenade/contract/account";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, isRefused, refusedOf } from "~/kernel/form.ts";
import { useUser } from "~/kernel/queries.ts";
import { acting } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Route } from "./+types/activate-error.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { SendAgain } from "./step-confirm.tsx";

async function sendAgain(call: Call, request: Request) {
  const fields = await request.formData();
  return call(ActivateApi.again, { body: {} })
    .then(({ wait }) => ({ sent: { at: Date.now(), wait } }))
    .catch((error) => refusedOf(fields, error));
}

export const action = (visit: Route.ActionArgs) => sendAgain(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => sendAgain(actingInBrowser, request);

/** The literal text of §8, and the way out of it. */
export default function ActivateError({ actionData }: Route.ComponentProps) {
  const t = useTranslations("account.activate");
  const user = useUser();
  const refused = isRefused(actionData) ? actionData : undefined;
  const sent = actionData && "sent" in actionData ? actionData.sent : undefined;
  const confirmed = user?.status === "active";
  return (
    <ActivateFrame
      look={confirmed ? "info" : "danger"}
      icon={confirmed ? "info" : "alert"}
      title={t("failed_title")}
      lead={confirmed ? t("failed_confirmed", { email: user.email }) : t("failed_lead")}
    >
      <PageTitle>{t("failed_title")}</PageTitle>
      {user && !confirmed && <SendAgain refused={refused} sent={sent} email={user.email} />}
      {confirmed && (
        <LinkButton to={paths.members()} look="call" size="large" wide>
          {t("done_on")}
        </LinkButton>
      )}
      {!user && (
        <LinkButton to={paths.login({ to: paths.activateError() })} size="large" wide>
          {t("failed_login")}
        </LinkButton>
      )}
    </ActivateFrame>
  );
}
