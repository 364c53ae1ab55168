import { UserApi } from "@serenade/contract/account";
import { kindOfToken, UnsubscribeApi } from "@serenade/contract/notifications";
import { Form, useNavigation } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { SiteMark } from "~/shell/site-mark.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/unsubscribe.page";

/** Target of an email's unsubscribe link, which may be about one kind of email: asks first, because email scanners open links too. Needs no login. */
export async function loader(visit: Route.LoaderArgs) {
  const { user } = await loaderApi(visit)(UserApi.current);
  return { token: new URL(visit.request.url).searchParams.get("token") ?? "", member: user !== null };
}

async function stop(call: Call, request: Request) {
  const fields = await request.formData();
  try {
    await call(UnsubscribeApi.act, { query: { token: String(fields.get("token")) } });
    return { state: "done" as const };
  } catch (error) {
    if (isCallFailure(error) && [400, 404].includes(error.status)) return { state: "failed" as const };
    return formFailureOf(fields, error);
  }
}

export const action = (visit: Route.ActionArgs) => stop(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => stop(clientActionApi, request);

export default function Unsubscribe({ loaderData: { token, member }, actionData }: Route.ComponentProps) {
  const t = useTranslations("settings.unsubscribe");
  const kinds = useTranslations("settings.news.kinds");
  const settings = useTranslations("alerts.mails_stopped")("to_settings");
  const about = kindOfToken(token);
  const kind = about && kinds(about);
  const busy = useNavigation().state !== "idle";
  const state = actionData && "state" in actionData ? actionData.state : token ? "open" : "failed";
  const title = state === "done" ? t("done_title") : t("title");
  return (
    <div className="page grid max-w-form gap-6 py-6 sm:py-12">
      <PageTitle>{title}</PageTitle>
      <SiteMark className="justify-self-center" />
      <Card className="grid gap-5">
        <div className="grid gap-3 text-center" role={state === "open" ? undefined : "status"}>
          <h1 className="text-2xl">{title}</h1>
          <p className="text-ink-soft">
            {state === "done" && (kind ? t("kind_done", { kind }) : t("done_lead"))}
            {state === "failed" && t("failed")}
            {state === "open" && (kind ? t("kind_lead", { kind }) : t("lead"))}
          </p>
        </div>
        {state === "open" ? (
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="token" value={token} />
            <FormMessage>{isFormFailure(actionData) && actionData.message}</FormMessage>
            <Button type="submit" size="large" wide busy={busy}>
              {t("button")}
            </Button>
          </Form>
        ) : (
          <LinkButton
            to={member ? paths.notifications() : paths.login({ to: paths.notifications() })}
            variant="quiet"
            size="large"
            wide
          >
            {settings}
          </LinkButton>
        )}
      </Card>
    </div>
  );
}
