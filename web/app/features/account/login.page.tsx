import { LoginForm, type User, UserApi } from "@serenade/contract/account";
import { SecondFactorApi, SecondStepForm } from "@serenade/contract/factors";
import { useEffect, useRef } from "react";
import { Form, Link, redirect } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, type Refused, submitting, useForm } from "~/kernel/form.ts";
import { withProof } from "~/kernel/proof.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { useTravelling } from "~/kernel/source.ts";
import { ownPath, paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import type { Route } from "./+types/login.page";
import { PasskeyLogin } from "./passkey-login.tsx";

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

const secondStep = {
  schema: SecondStepForm,
  read: (fields: FormData) => ({ ticket: fields.get("ticket") ?? "", code: fields.get("code") ?? "" }),
};

const login = {
  schema: LoginForm,
  read: (fields: FormData) => ({ email: fields.get("email") ?? "", password: fields.get("password") ?? "" }),
};

/** The first step: the password. Where a code is asked for besides, the answer carries the ticket for the second. */
const logIn = (call: Call, fields: FormData) =>
  submitting(fields, login, async (body) => {
    const { user } = await withProof((proof) => call(UserApi.login, { body: { ...body, ...proof } }));
    return redirect(nextOf(user, fields.get("to")));
  });

const sendCode = (call: Call, fields: FormData) =>
  submitting(fields, secondStep, async (body) => {
    const { user } = await call(SecondFactorApi.logIn, { body });
    return redirect(nextOf(user, fields.get("to")));
  });

async function send(call: Call, request: Request) {
  const fields = await request.formData();
  return fields.has("ticket") ? sendCode(call, fields) : logIn(call, fields);
}

export const action = (visit: Route.ActionArgs) => send(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => send(actingInBrowser, request);

export default function Login({ loaderData: { to, renewed }, actionData }: Route.ComponentProps) {
  const t = useTranslations("account");
  const ticket = ticketIn(actionData);
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-14">
      <PageTitle>{t("login.submit")}</PageTitle>
      {ticket ? (
        <SecondStep key={ticket} ticket={ticket} to={to} answer={actionData} />
      ) : (
        <FirstStep to={to} renewed={renewed} answer={actionData} />
      )}
    </div>
  );
}

/** Of the refusal that asks for a code, or of the code that was refused; a ticket that is over leads back to the password. */
function ticketIn(answer: Refused | undefined): string | null {
  if (answer?.code === "second_factor_required") return String(answer.params.ticket);
  const kept = answer?.values.ticket?.[0];
  return kept && answer.code !== "login_expired" ? kept : null;
}

function FirstStep({ to, renewed, answer }: { to: string; renewed: boolean; answer: Refused | undefined }) {
  const t = useTranslations("account");
  const s = useTranslations("security");
  const form = useForm({ ...login, answer });
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!form.message || !password.current) return;
    password.current.value = "";
    password.current.focus();
  }, [form.message]);
  const travelling = useTravelling();
  return (
    <>
      <div className="grid gap-1 text-center">
        <h1 className="text-2xl">{t("login.title")}</h1>
        <p className="text-ink-soft">{t("login.lead")}</p>
      </div>
      {renewed && !answer && <Alert look="success">{s("reset.done")}</Alert>}
      <Card className="grid gap-5">
        <Form method="post" action={paths.login(to ? { to } : {})} {...form.props} className="grid gap-5">
          <input type="hidden" name="to" value={to} />
          <TextField
            {...form.field("email")}
            label={t("email")}
            type="email"
            inputMode="email"
            autoComplete="username webauthn"
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
                {answer?.code === "too_many_attempts" && <p>{t("login.lock_hint")}</p>}
              </>
            )}
          </FormMessage>
          <Button type="submit" size="large" wide busy={form.busy}>
            {t("login.submit")}
          </Button>
        </Form>
        <PasskeyLogin next={(user) => nextOf(user, to)} />
      </Card>
      <p className="text-center">
        {t("login.no_account")}{" "}
        <Link to={paths.signup(travelling)} className="inline-flex min-h-11 items-center font-semibold text-link">
          {t("login.join")}
        </Link>
      </p>
    </>
  );
}

function SecondStep({ ticket, to, answer }: { ticket: string; to: string; answer: Refused | undefined }) {
  const t = useTranslations("factors.login");
  const form = useForm({ ...secondStep, answer: answer?.code === "second_factor_required" ? undefined : answer });
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), []);
  return (
    <>
      <div className="grid gap-1 text-center">
        <h1 className="text-2xl">{t("title")}</h1>
        <p className="text-ink-soft">{t("lead")}</p>
      </div>
      <Card>
        <Form method="post" action={paths.login(to ? { to } : {})} {...form.props} className="grid gap-5">
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="ticket" value={ticket} />
          <TextField
            ref={code}
            name="code"
            error={form.errors.code}
            label={t("code")}
            hint={t("hint")}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            required
          />
          <FormMessage>{form.message}</FormMessage>
          <Button type="submit" size="large" wide busy={form.busy}>
            {t("submit")}
          </Button>
        </Form>
      </Card>
      <p className="text-center">
        <a href={paths.login(to ? { to } : {})} className="inline-flex min-h-11 items-center font-semibold text-link">
          {t("back")}
        </a>
      </p>
    </>
  );
}
