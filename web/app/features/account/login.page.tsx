import { LoginForm, type User, UserApi } from "@serenade/contract/account";
import { SecondFactorApi, SecondStepForm } from "@serenade/contract/factors";
import { useEffect, useRef } from "react";
import { Form, Link, replace } from "react-router";
import { useTranslations } from "use-intl/react";
import { useCarriedParams } from "~/features/attribution/attribution.ts";
import { ownPath, paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi, type FormFailure } from "~/platform/form-failure.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { withProofOfWork } from "~/platform/proof-of-work.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { CenteredHeading } from "~/ui/centered-heading.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/login.page";
import { CodeField, CurrentPasswordField } from "./credential-fields.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";

/**
 * Where login leads: the page that required it, an unfinished sign-up, or the search. In the history it takes the place of the
 * login, which would lead there again from each step back.
 */
const nextOf = (user: User, to: unknown) => {
  const unfinished = user.signup_step !== null && user.signup_step !== "confirm";
  return ownPath(to, unfinished ? paths.completeSignup() : paths.members());
};

export async function loader(visit: Route.LoaderArgs) {
  const { user } = await loaderApi(visit)(UserApi.current);
  const to = new URL(visit.request.url).searchParams.get("to");
  if (user) throw replace(ownPath(to, paths.members()));
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

/** The first step: the password. If a code is required too, the failure carries the ticket for the second step. */
const logIn = (call: Call, fields: FormData) =>
  submitForm(fields, login, async (body) => {
    const { user } = await withProofOfWork((proof) => call(UserApi.login, { body: { ...body, ...proof } }));
    return replace(nextOf(user, fields.get("to")));
  });

const sendCode = (call: Call, fields: FormData) =>
  submitForm(fields, secondStep, async (body) => {
    const { user } = await call(SecondFactorApi.logIn, { body });
    return replace(nextOf(user, fields.get("to")));
  });

async function send(call: Call, request: Request) {
  const fields = await request.formData();
  return fields.has("ticket") ? sendCode(call, fields) : logIn(call, fields);
}

export const action = (visit: Route.ActionArgs) => send(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => send(clientActionApi, request);

export const handle: PageHandle = { storedSeconds: 60 };

export default function Login({ loaderData: { to, renewed }, actionData }: Route.ComponentProps) {
  const t = useTranslations("account");
  const ticket = ticketIn(actionData);
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-14">
      <PageTitle>{t("login.submit")}</PageTitle>
      {ticket ? (
        <SecondStep key={ticket} ticket={ticket} to={to} failure={actionData} />
      ) : (
        <FirstStep to={to} renewed={renewed} failure={actionData} />
      )}
    </div>
  );
}

/** The ticket from the failure that requires a code, or from a rejected code. An expired ticket leads back to the password. */
function ticketIn(failure: FormFailure | undefined): string | null {
  if (failure?.code === "second_factor_required") return String(failure.params.ticket);
  const ticket = failure?.values.ticket?.[0];
  return ticket && failure.code !== "login_expired" ? ticket : null;
}

function FirstStep({ to, renewed, failure }: { to: string; renewed: boolean; failure: FormFailure | undefined }) {
  const t = useTranslations("account");
  const s = useTranslations("security");
  const form = useForm({ ...login, failure });
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!form.message || !password.current) return;
    password.current.value = "";
    password.current.focus();
  }, [form.message]);
  const carriedParams = useCarriedParams();
  return (
    <>
      <CenteredHeading title={t("login.title")} lead={t("login.lead")} />
      {renewed && !failure && <Alert variant="success">{s("reset.done")}</Alert>}
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
          <CurrentPasswordField ref={password} error={form.errors.password} />
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
                {failure?.code === "too_many_attempts" && <p>{t("login.lock_hint")}</p>}
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
        <Link to={paths.signup(carriedParams)} className="inline-flex min-h-11 items-center font-semibold text-link">
          {t("login.join")}
        </Link>
      </p>
    </>
  );
}

function SecondStep({ ticket, to, failure }: { ticket: string; to: string; failure: FormFailure | undefined }) {
  const t = useTranslations("factors.login");
  const form = useForm({ ...secondStep, failure: failure?.code === "second_factor_required" ? undefined : failure });
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) code.current?.focus();
  }, []);
  return (
    <>
      <CenteredHeading title={t("title")} lead={t("lead")} />
      <Card>
        <Form method="post" action={paths.login(to ? { to } : {})} {...form.props} className="grid gap-5">
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="ticket" value={ticket} />
          <CodeField ref={code} error={form.errors.code} label={t("code")} hint={t("hint")} />
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
