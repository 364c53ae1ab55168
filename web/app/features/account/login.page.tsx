import { LoginForm, type User, UserApi } from "@serenade/contract/account";
import { useEffect, useRef } from "react";
import { Form, Link, redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, submitting, useForm } from "~/kernel/form.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { ownPath, paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import type { Route } from "./+types/login.page";

/** Where a member goes on: the page that asked for the login, an unfinished sign-up, or the search. */
const nextOf = (user: User, to: unknown) => {
  const unfinished = user.signup_step !== null && user.signup_step !== "confirm";
  return ownPath(to, unfinished ? paths.completeSignup() : paths.members());
};

export async function loader(visit: Route.LoaderArgs) {
  const { user } = await reading(visit)(UserApi.current);
  const to = new URL(visit.request.url).searchParams.get("to");
  if (user) throw redirect(ownPath(to, paths.members()));
  return { to: ownPath(to, ""), renewed: new URL(visit.request.url).searchParams.has("renewed") };
}

const login = {
  schema: LoginForm,
  read: (fields: FormData) => ({ email: fields.get("email") ?? "", password: fields.get("password") ?? "" }),
};

const logIn = (call: Call, request: Request) =>
  submitting(request, login, async (body, fields) => {
    const { user } = await call(UserApi.login, { body });
    return redirect(nextOf(user, fields.get("to")));
  });

export const action = (visit: Route.ActionArgs) => logIn(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => logIn(actingInBrowser, request);

export default function Login({ loaderData: { to, renewed }, actionData }: Route.ComponentProps) {
  const t = useTranslations("account");
  const s = useTranslations("security");
  const form = useForm({ ...login, answer: actionData });
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!form.message || !password.current) return;
    password.current.value = "";
    password.current.focus();
  }, [form.message]);
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-14">
      <PageTitle>{t("login.submit")}</PageTitle>
      <div className="grid gap-1 text-center">
        <h1 className="text-2xl">{t("login.title")}</h1>
        <p className="text-ink-soft">{t("login.lead")}</p>
      </div>
      {renewed && !actionData && <Alert look="success">{s("reset.done")}</Alert>}
      <Card>
        <Form method="post" action={paths.login(to ? { to } : {})} {...form.props} className="grid gap-5">
          <input type="hidden" name="to" value={to} />
          <TextField
            {...form.field("email")}
            label={t("email")}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            required
          />
          <PasswordField
            ref={password}
            name="password"
            error={form.errors.password}
            label={t("password")}
            showLabel={t("password_show")}
            autoComplete="current-password"
            required
          />
          <Link
            to={paths.resetPassword()}
            className="-my-2 inline-flex min-h-11 items-center justify-self-start text-link"
          >
            {s("forgot.link")}
          </Link>
          <FormMessage>
            {form.message && (
              <>
                <p>{form.message}</p>
                {actionData?.code === "too_many_attempts" && <p>{t("login.lock_hint")}</p>}
              </>
            )}
          </FormMessage>
          <Button type="submit" size="large" wide busy={form.busy}>
            {t("login.submit")}
          </Button>
        </Form>
      </Card>
      <p className="text-center">
        {t("login.no_account")}{" "}
        <Link to={paths.signup()} className="inline-flex min-h-11 items-center font-semibold text-link">
          {t("login.join")}
        </Link>
      </p>
    </div>
  );
}
