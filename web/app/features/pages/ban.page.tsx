import { EXCLUSION_MONTHS, ExclusionApi, ExclusionForm } from "@serenade/contract/exclusions";
import { PagesApi } from "@serenade/contract/pages";
import { Form } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi, formFailureOf, isFormFailure } from "~/platform/form-failure.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { RadioGroup } from "~/ui/choice.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/ban.page";
import { PageFrame } from "./page-frame.tsx";

export const handle: PageHandle = { storedSeconds: 60 };

/** Keeping minors out, and excluding oneself (§2 ban; product.md 10): by a link to the address, which leads back here. */
export async function loader(visit: Route.LoaderArgs) {
  const page = await loaderApi(visit)(PagesApi.read, { query: { token: "ban" } });
  return { page, token: new URL(visit.request.url).searchParams.get("token") };
}

const exclusion = {
  schema: ExclusionForm,
  read: (fields: FormData) => ({ email: fields.get("email") ?? "", months: Number(fields.get("months")) }),
};

async function submit(call: Call, request: Request) {
  const fields = await request.formData();
  const token = fields.get("token");
  if (!token)
    return submitForm(fields, exclusion, async (body) => {
      await call(ExclusionApi.request, { body });
      return { sent: true as const };
    });
  try {
    return await call(ExclusionApi.confirm, { query: { confirm: "1" }, body: { token: String(token) } });
  } catch (error) {
    return formFailureOf(fields, error);
  }
}

export const action = (visit: Route.ActionArgs) => submit(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => submit(clientActionApi, request);

export default function Ban({ loaderData: { page, token }, actionData }: Route.ComponentProps) {
  const t = useTranslations("pages.exclusion");
  const format = useFormatter();
  const failure = isFormFailure(actionData) ? actionData : undefined;
  if (actionData && "until" in actionData) {
    const date = format.dateTime(new Date(actionData.until), { dateStyle: "long" });
    return (
      <PageFrame page={{ ...page, blocks: [] }}>
        <Alert variant="success" title={t("done_title")} announce>
          {t("done", { date })}
        </Alert>
      </PageFrame>
    );
  }
  if (token)
    return (
      <PageFrame page={{ ...page, title: t("confirm_title"), blocks: [] }}>
        <Confirm token={token} failure={failure} />
      </PageFrame>
    );
  return (
    <PageFrame page={page}>
      {actionData && "sent" in actionData ? (
        <Alert variant="success" title={t("sent_title")} announce>
          {t("sent")}
        </Alert>
      ) : (
        <Request failure={failure} />
      )}
    </PageFrame>
  );
}

type Failure = Parameters<typeof useForm>[0]["failure"];

function Request({ failure }: { failure: Failure }) {
  const t = useTranslations("pages.exclusion");
  const p = useTranslations("pages");
  const user = useUser();
  const form = useForm({ ...exclusion, failure, start: { email: user?.email, months: String(EXCLUSION_MONTHS[0]) } });
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-5">
        <h2 className="text-lg">{t("title")}</h2>
        <TextField
          {...form.field("email")}
          label={p("email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
        />
        <RadioGroup
          name="months"
          legend={t("months")}
          defaultValue={form.values("months")[0]}
          error={form.errors.months}
          choices={EXCLUSION_MONTHS.map((months) => ({ value: String(months), label: t(`durations.${months}`) }))}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" size="large" wide busy={form.busy}>
          {t("send")}
        </Button>
      </Form>
    </Card>
  );
}

/** A mail program may open links by itself, so opening the link excludes no address. */
function Confirm({ token, failure }: { token: string; failure: Failure }) {
  const t = useTranslations("pages.exclusion");
  const form = useForm({ ...exclusion, failure });
  return (
    <Card>
      <Form method="post" className="grid gap-5">
        <p>{t("confirm_lead")}</p>
        <input type="hidden" name="token" value={token} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" variant="danger" size="large" wide busy={form.busy}>
          {t("confirm")}
        </Button>
      </Form>
    </Card>
  );
}
