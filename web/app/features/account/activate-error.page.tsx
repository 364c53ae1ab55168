import { ActivateApi } from "@serenade/contract/account";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import type { Route } from "./+types/activate-error.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { useUser } from "./queries.ts";
import { SendAgain } from "./step-confirm.tsx";

async function sendAgain(call: Call, request: Request) {
  const fields = await request.formData();
  return call(ActivateApi.again, { body: {} })
    .then(({ wait }) => ({ sent: { at: Date.now(), wait } }))
    .catch((error) => formFailureOf(fields, error));
}

export const action = (visit: Route.ActionArgs) => sendAgain(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => sendAgain(clientActionApi, request);

/** The literal text of §8, with the next step. */
export default function ActivateError({ actionData }: Route.ComponentProps) {
  const t = useTranslations("account.activate");
  const user = useUser();
  const failure = isFormFailure(actionData) ? actionData : undefined;
  const sent = actionData && "sent" in actionData ? actionData.sent : undefined;
  const confirmed = user?.status === "active";
  return (
    <ActivateFrame
      variant={confirmed ? "info" : "danger"}
      icon={confirmed ? "info" : "alert"}
      title={t("failed_title")}
      lead={confirmed ? t("failed_confirmed", { email: user.email }) : t("failed_lead")}
    >
      <PageTitle>{t("failed_title")}</PageTitle>
      {user && !confirmed && <SendAgain failure={failure} sent={sent} email={user.email} />}
      {confirmed && (
        <LinkButton to={paths.members()} variant="call" size="large" wide>
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
