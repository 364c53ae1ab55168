import { SecondFactorApi, TotpConfirm, TotpEnd, TotpStart } from "@serenade/contract/factors";
import { Form, Link } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, isRefused, type Refused, submitting, useForm } from "~/kernel/form.ts";
import { acting, reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Alert } from "~/ui/alert.tsx";
import { Button, buttonClasses } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Icon } from "~/ui/icon.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import type { Route } from "./+types/second-factor.page";
import { RecoveryCodes } from "./security/recovery-codes.tsx";

export const loader = async (visit: Route.LoaderArgs) => reading(visit)(SecondFactorApi.read);

const text = (fields: FormData, name: string) => String(fields.get(name) ?? "");
const start = { schema: TotpStart, read: (fields: FormData) => ({ password: text(fields, "password") }) };
const confirm = { schema: TotpConfirm, read: (fields: FormData) => ({ code: text(fields, "code") }) };
const end = {
  schema: TotpEnd,
  read: (fields: FormData) => ({ password: text(fields, "password"), code: text(fields, "code") }),
};

/** What an app is given travels through the form of the next step, so that the page works without script and after an error. */
interface Given {
  secret: string;
  uri: string;
  size: string;
  path: string;
}

async function change(call: Call, request: Request) {
  const fields = await request.formData();
  switch (fields.get("intent")) {
    case "start":
      return submitting(fields, start, async (body) => {
        const { secret, uri, qr } = await call(SecondFactorApi.start, { body });
        return { given: { secret, uri, size: String(qr.size), path: qr.path } satisfies Given };
      });
    case "confirm":
      return submitting(fields, confirm, async (body) => {
        const { recovery_codes: codes } = await call(SecondFactorApi.confirm, { body });
        return { codes };
      });
    default:
      return submitting(fields, end, async (body) => {
        await call(SecondFactorApi.end, { body });
        return { ended: true as const };
      });
  }
}

export const action = (visit: Route.ActionArgs) => change(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => change(actingInBrowser, request);

export default function SecondFactor({ loaderData: { since, recovery_left }, actionData }: Route.ComponentProps) {
  const t = useTranslations("factors.totp");
  const refused = isRefused(actionData) ? actionData : undefined;
  const done = isRefused(actionData) ? undefined : actionData;
  const codes = done && "codes" in done ? done.codes : undefined;
  const given = (done && "given" in done ? done.given : undefined) ?? givenIn(refused);
  return (
    <div className="page grid max-w-form gap-6 py-6 sm:py-10">
      <PageTitle>{t("title")}</PageTitle>
      <Link to={paths.notifications()} className={buttonClasses({ look: "bare" }, "-ml-3 justify-self-start px-3!")}>
        <Icon name="chevron-left" className="size-5" />
        {t("back")}
      </Link>
      <h1 className="text-2xl">{t("title")}</h1>
      {done && "ended" in done && (
        <Alert look="success" announce>
          {t("ended")}
        </Alert>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : since ? (
        <TurnOff since={since} left={recovery_left} refused={refused} />
      ) : given ? (
        <Confirm given={given} refused={refused} />
      ) : (
        <Begin refused={refused} />
      )}
    </div>
  );
}

/** A wrong code brings the page back with the same secret. */
function givenIn(refused: Refused | undefined): Given | undefined {
  const [secret, uri, size, path] = ["secret", "uri", "size", "path"].map((name) => refused?.values[name]?.[0]);
  return secret && uri && size && path ? { secret, uri, size, path } : undefined;
}

function Begin({ refused }: { refused: Refused | undefined }) {
  const t = useTranslations("factors.totp");
  const form = useForm({ ...start, answer: refused });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <p className="text-ink-soft">{t("begin")}</p>
        <input type="hidden" name="intent" value="start" />
        <OwnPassword error={form.errors.password} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" wide busy={form.busy}>
          {t("begin_button")}
        </Button>
      </Form>
    </Card>
  );
}

function Confirm({ given, refused }: { given: Given; refused: Refused | undefined }) {
  const t = useTranslations("factors.totp");
  const form = useForm({ ...confirm, answer: refused });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <p>{t("scan")}</p>
        {/* always dark on light: that is what cameras look for */}
        <svg
          role="img"
          aria-label={t("qr")}
          viewBox={`0 0 ${given.size} ${given.size}`}
          shapeRendering="crispEdges"
          className="mx-auto w-full max-w-60 rounded-control bg-white"
        >
          <path d={given.path} fill="#000000" />
        </svg>
        <div className="grid gap-1 rounded-control bg-sunken p-4 text-sm">
          <p className="text-ink-soft">{t("by_hand")}</p>
          <p className="font-mono break-words">{given.secret.replace(/(.{4})(?=.)/g, "$1 ")}</p>
          <a href={given.uri} className="inline-flex min-h-11 items-center font-semibold text-link">
            {t("open_app")}
          </a>
        </div>
        {Object.entries({ intent: "confirm", ...given }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <CodeField error={form.errors.code} label={t("code")} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" look="call" wide busy={form.busy}>
          {t("confirm")}
        </Button>
      </Form>
    </Card>
  );
}

function TurnOff({ since, left, refused }: { since: string; left: number; refused: Refused | undefined }) {
  const t = useTranslations("factors.totp");
  const format = useFormatter();
  const form = useForm({ ...end, answer: refused });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <p>{t("since", { date: format.dateTime(new Date(since), { dateStyle: "long", timeZone: "UTC" }) })}</p>
        <p className="text-ink-soft">{t("left", { count: left })}</p>
        <h2 className="border-t border-line pt-5 text-lg">{t("end_title")}</h2>
        <input type="hidden" name="intent" value="end" />
        <OwnPassword error={form.errors.password} />
        <CodeField error={form.errors.code} label={t("code_or_recovery")} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" look="danger" wide busy={form.busy}>
          {t("end")}
        </Button>
      </Form>
    </Card>
  );
}

function OwnPassword({ error }: { error: string | undefined }) {
  const t = useTranslations("account");
  return (
    <PasswordField
      name="password"
      error={error}
      label={t("password")}
      showLabel={t("password_show")}
      autoComplete="current-password"
      required
    />
  );
}

function CodeField({ error, label }: { error: string | undefined; label: string }) {
  return (
    <TextField
      name="code"
      error={error}
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      required
    />
  );
}
