import { ActivateApi, UserApi } from "@serenade/contract/account";
import { Form, redirect, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { clientActionApi, formFailureOf } from "~/platform/form-failure.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/activate-done.page";
import { ActivateFrame } from "./activate-frame.tsx";

/**
 * Target of the link in the confirmation email. Opening it changes nothing, so that an email scanner does not use it up; the
 * button confirms the address and logs in.
 */
export async function loader(visit: Route.LoaderArgs) {
  const token = new URL(visit.request.url).searchParams.get("token");
  if (token) return { token, name: "" };
  const { user } = await loaderApi(visit)(UserApi.current);
  if (user?.status !== "active") throw redirect(paths.activateError());
  return { token: null, name: user.name };
}

async function confirm(call: Call, request: Request) {
  const fields = await request.formData();
  try {
    await call(ActivateApi.confirm, { body: { token: String(fields.get("token")) } });
    return redirect(paths.activateDone());
  } catch (error) {
    // confirmed, but the login needs the second factor
    if (isCallFailure(error) && error.code === "second_factor_required") return redirect(paths.login());
    // the token is malformed, used or expired
    if (isCallFailure(error) && [400, 404, 410].includes(error.status)) return redirect(paths.activateError());
    return formFailureOf(fields, error);
  }
}

export const action = (visit: Route.ActionArgs) => confirm(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => confirm(clientActionApi, request);

export default function ActivateDone({ loaderData: { token, name }, actionData }: Route.ComponentProps) {
  const t = useTranslations("account.activate");
  const busy = useNavigation().state !== "idle";
  if (!token) {
    return (
      <ActivateFrame variant="success" icon="check" title={t("done_title")} lead={t("done_lead", { name })}>
        <PageTitle>{t("done_title")}</PageTitle>
        <LinkButton to={paths.members()} variant="call" size="large" wide>
          {t("done_on")}
        </LinkButton>
        <LinkButton to={paths.profile()} variant="bare" wide>
          {t("done_profile")}
        </LinkButton>
      </ActivateFrame>
    );
  }
  return (
    <ActivateFrame variant="info" icon="mail" title={t("title")} lead={t("lead")}>
      <PageTitle>{t("title")}</PageTitle>
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="token" value={token} />
        <FormMessage>{actionData?.message}</FormMessage>
        <Button type="submit" variant="call" size="large" wide busy={busy}>
          {t("button")}
        </Button>
      </Form>
    </ActivateFrame>
  );
}
