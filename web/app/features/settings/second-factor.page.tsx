import { SecondFactorApi, TotpConfirm, TotpEnd, TotpStart } from "@serenade/contract/factors";
import { Form, Link } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { CodeField, CurrentPasswordField } from "~/features/account/credential-fields.tsx";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi, type FormFailure, isFormFailure } from "~/platform/form-failure.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Button, buttonClasses } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import type { Route } from "./+types/second-factor.page";
import { RecoveryCodes } from "./security/recovery-codes.tsx";

export const loader = async (visit: Route.LoaderArgs) => loaderApi(visit)(SecondFactorApi.read);

const text = (fields: FormData, name: string) => String(fields.get(name) ?? "");
const start = { schema: TotpStart, read: (fields: FormData) => ({ password: text(fields, "password") }) };
const confirm = { schema: TotpConfirm, read: (fields: FormData) => ({ code: text(fields, "code") }) };
const end = {
  schema: TotpEnd,
  read: (fields: FormData) => ({ password: text(fields, "password"), code: text(fields, "code") }),
};

/** The secret for the authenticator app. The next step's form carries it, so that the page works without script. */
interface Setup {
  secret: string;
  uri: string;
  size: string;
  path: string;
}

async function change(call: Call, request: Request) {
  const fields = await request.formData();
  switch (fields.get("intent")) {
    case "start":
      return submitForm(fields, start, async (body) => {
        const { secret, uri, qr } = await call(SecondFactorApi.start, { body });
        return { setup: { secret, uri, size: String(qr.size), path: qr.path } satisfies Setup };
      });
    case "confirm":
      return submitForm(fields, confirm, async (body) => {
        const { recovery_codes: codes } = await call(SecondFactorApi.confirm, { body });
        return { codes };
      });
    default:
      return submitForm(fields, end, async (body) => {
        await call(SecondFactorApi.end, { body });
        return { ended: true as const };
      });
  }
}

export const action = (visit: Route.ActionArgs) => change(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => change(clientActionApi, request);

export default function SecondFactor({ loaderData: { since, recovery_left }, actionData }: Route.ComponentProps) {
  const t = useTranslations("factors.totp");
  const failure = isFormFailure(actionData) ? actionData : undefined;
  const done = isFormFailure(actionData) ? undefined : actionData;
  const codes = done && "codes" in done ? done.codes : undefined;
  const setup = (done && "setup" in done ? done.setup : undefined) ?? setupIn(failure);
  return (
    <div className="page grid max-w-form gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      <Link
        to={paths.settings("security")}
        className={buttonClasses({ variant: "bare" }, "-ml-3 justify-self-start px-3!")}
      >
        <Icon name="chevron-left" className="size-5" />
        {t("back")}
      </Link>
      <h1 className="text-2xl">{t("title")}</h1>
      {done && "ended" in done && (
        <Alert variant="success" announce>
          {t("ended")}
        </Alert>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : since ? (
        <TurnOff since={since} left={recovery_left} failure={failure} />
      ) : setup ? (
        <Confirm setup={setup} failure={failure} />
      ) : (
        <Begin failure={failure} />
      )}
    </div>
  );
}

/** After a wrong code the page shows the same secret. */
function setupIn(failure: FormFailure | undefined): Setup | undefined {
  const [secret, uri, size, path] = ["secret", "uri", "size", "path"].map((name) => failure?.values[name]?.[0]);
  return secret && uri && size && path ? { secret, uri, size, path } : undefined;
}

function Begin({ failure }: { failure: FormFailure | undefined }) {
  const t = useTranslations("factors.totp");
  const form = useForm({ ...start, failure });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <p className="text-ink-soft">{t("begin")}</p>
        <input type="hidden" name="intent" value="start" />
        <CurrentPasswordField error={form.errors.password} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" wide busy={form.busy}>
          {t("begin_button")}
        </Button>
      </Form>
    </Card>
  );
}

function Confirm({ setup, failure }: { setup: Setup; failure: FormFailure | undefined }) {
  const t = useTranslations("factors.totp");
  const form = useForm({ ...confirm, failure });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <p>{t("scan")}</p>
        {/* always dark on light, as cameras expect */}
        <svg
          role="img"
          aria-label={t("qr")}
          viewBox={`0 0 ${setup.size} ${setup.size}`}
          shapeRendering="crispEdges"
          className="mx-auto w-full max-w-60 rounded-control bg-white"
        >
          <path d={setup.path} fill="#000000" />
        </svg>
        <div className="grid gap-1 rounded-control bg-sunken p-4 text-sm">
          <p className="text-ink-soft">{t("by_hand")}</p>
          <p className="font-mono break-words">{setup.secret.replace(/(.{4})(?=.)/g, "$1 ")}</p>
          <a href={setup.uri} className="inline-flex min-h-11 items-center font-semibold text-link">
            {t("open_app")}
          </a>
        </div>
        {Object.entries({ intent: "confirm", ...setup }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <CodeField error={form.errors.code} label={t("code")} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" variant="call" wide busy={form.busy}>
          {t("confirm")}
        </Button>
      </Form>
    </Card>
  );
}

function TurnOff({ since, left, failure }: { since: string; left: number; failure: FormFailure | undefined }) {
  const t = useTranslations("factors.totp");
  const format = useFormatter();
  const form = useForm({ ...end, failure });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <p>{t("since", { date: format.dateTime(new Date(since), { dateStyle: "long", timeZone: "UTC" }) })}</p>
        <p className="text-ink-soft">{t("left", { count: left })}</p>
        <h2 className="border-t border-line pt-5 text-lg">{t("end_title")}</h2>
        <input type="hidden" name="intent" value="end" />
        <CurrentPasswordField error={form.errors.password} />
        <CodeField error={form.errors.code} label={t("code_or_recovery")} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" variant="danger" wide busy={form.busy}>
          {t("end")}
        </Button>
      </Form>
    </Card>
  );
}
