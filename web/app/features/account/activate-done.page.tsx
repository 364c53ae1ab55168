import { ActivateApi, UserApi } from "@serenade/contract/account";
import { Form, redirect, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { isCallFailure } from "~/kernel/call-failure.ts";
import { actingInBrowser, refusedOf } from "~/kernel/form.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/activate-done.page";
import { ActivateFrame } from "./activate-frame.tsx";

/**
 * The link of the mail leads here. Opening it changes nothing, so that a mail program that looks at links uses none up,
 * and nobody is logged in by a link alone: the press does it.
 */
export async function loader(visit: Route.LoaderArgs) {
  const token = new URL(visit.request.url).searchParams.get("token");
  if (token) return { token, name: "" };
  const { user } = await reading(visit)(UserApi.current);
  if (user?.status !== "active") throw redirect(paths.activateError());
  return { token: null, name: user.name };
}

async function confirm(call: Call, request: Request) {
  const fields = await request.formData();
  try {
    await call(ActivateApi.confirm, { body: { token: String(fields.get("token")) } });
    return redirect(paths.activateDone());
  } catch (error) {
    // confirmed; the login asks for the second factor
    if (isCallFailure(error) && error.code === "second_factor_required") return redirect(paths.login());
    // a token that is none, is spent or is too old
    if (isCallFailure(error) && [400, 404, 410].includes(error.status)) return redirect(paths.activateError());
    return refusedOf(fields, error);
  }
}

export const action = (visit: Route.ActionArgs) => confirm(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => confirm(actingInBrowser, request);

export default function ActivateDone({ loaderData: { token, name }, actionData }: Route.ComponentProps) {
  const t = useTranslations("account.activate");
  const busy = useNavigation().state !== "idle";
  if (!token) {
    return (
      <ActivateFrame look="success" icon="check" title={t("done_title")} lead={t("done_lead", { name })}>
        <PageTitle>{t("done_title")}</PageTitle>
        <LinkButton to={paths.members()} look="call" size="large" wide>
          {t("done_on")}
        </LinkButton>
        <LinkButton to={paths.profile()} look="bare" wide>
          {t("done_profile")}
        </LinkButton>
      </ActivateFrame>
    );
  }
  return (
    <ActivateFrame look="info" icon="mail" title={t("title")} lead={t("lead")}>
      <PageTitle>{t("title")}</PageTitle>
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="token" value={token} />
        <FormMessage>{actionData?.message}</FormMessage>
        <Button type="submit" look="call" size="large" wide busy={busy}>
          {t("button")}
        </Button>
      </Form>
    </ActivateFrame>
  );
}
