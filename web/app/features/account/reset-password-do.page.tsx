import { PASSWORD_MAX } from "@serenade/contract/limits";
import { NewPasswordForm, PasswordApi } from "@serenade/contract/security";
import { Form, redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, submitting, useForm } from "~/kernel/form.ts";
import { acting } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import type { Route } from "./+types/reset-password-do.page";

/** The link of the mail leads here. Opening it changes nothing: the form does. */
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
  submitting(request, renewal, async (body) => {
    await call(PasswordApi.reset, { body });
    return redirect(paths.login({ renewed: 1 }));
  });

export const action = (visit: Route.ActionArgs) => renew(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => renew(actingInBrowser, request);

export default function ResetPasswordDo({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const t = useTranslations("security");
  const a = useTranslations("account");
  const e = useTranslations("errors");
  const form = useForm({ ...renewal, answer: actionData });
  // a link without its token, or one that is spent: the same words, and the way to a new one
  const dead = actionData?.code === "link_invalid" || Boolean(form.errors.token) || token.length < 20;
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-14">
      <PageTitle>{t("reset.title")}</PageTitle>
      <div className="grid gap-1 text-center">
        <h1 className="text-2xl">{t("reset.title")}</h1>
        <p className="text-ink-soft">{t("reset.lead")}</p>
      </div>
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
            <PasswordField
              name="password"
              error={form.errors.password}
              label={t("password.new")}
              hint={a("signup.password_hint")}
              showLabel={a("password_show")}
              maxLength={PASSWORD_MAX}
              autoComplete="new-password"
              required
            />
            <PasswordField
              name="password_repeat"
              error={form.errors.password_repeat}
              label={t("password.repeat")}
              showLabel={a("password_show")}
              autoComplete="new-password"
              required
            />
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
