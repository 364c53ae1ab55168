import { NewPasswordForm, PasswordApi } from "@serenade/contract/security";
import { Form, redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi } from "~/platform/form-failure.ts";
import { actionApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { CenteredHeading } from "~/ui/centered-heading.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/reset-password-do.page";
import { NewPasswordFields } from "./credential-fields.tsx";

/** Target of the link in the email. Opening it changes nothing; submitting the form does. */
export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get("token") ?? "" };
}

const renewal = {
  schema: NewPasswordForm,
  read: (fields: FormData) => ({
    token: fields.get("token") ?? "",
    password: fields.get("password") ?? "",
    password_repeat: fields.get("password_repeat") ?? "",
  }),
};

const renew = (call: Call, request: Request) =>
  submitForm(request, renewal, async (body) => {
    await call(PasswordApi.reset, { body });
    return redirect(paths.login({ renewed: 1 }));
  });

export const action = (visit: Route.ActionArgs) => renew(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => renew(clientActionApi, request);

export default function ResetPasswordDo({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const t = useTranslations("security");
  const e = useTranslations("errors");
  const form = useForm({ ...renewal, failure: actionData });
  // a link without a token and a used one show the same error, with a link to request a new one
  const dead = actionData?.code === "link_invalid" || Boolean(form.errors.token) || token.length < 20;
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-14">
      <PageTitle>{t("reset.title")}</PageTitle>
      <CenteredHeading title={t("reset.title")} lead={t("reset.lead")} />
      <Card>
        {dead ? (
          <div className="grid gap-5">
            <FormMessage>{e("link_invalid")}</FormMessage>
            <LinkButton to={paths.resetPassword()} size="large" wide>
              {t("reset.again")}
            </LinkButton>
          </div>
        ) : (
          <Form method="post" {...form.props} className="grid gap-5">
            <input type="hidden" name="token" value={token} />
            <NewPasswordFields errors={form.errors} />
            <FormMessage>{form.message}</FormMessage>
            <Button type="submit" size="large" wide busy={form.busy}>
              {t("reset.submit")}
            </Button>
          </Form>
        )}
      </Card>
    </div>
  );
}
