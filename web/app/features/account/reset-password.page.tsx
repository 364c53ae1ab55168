import { PasswordApi, ResetForm } from "@serenade/contract/security";
import { Form, Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { submitForm, useForm } from "~/platform/form.ts";
import { clientActionApi, isFormFailure } from "~/platform/form-failure.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { withProofOfWork } from "~/platform/proof-of-work.ts";
import { actionApi } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { CenteredHeading } from "~/ui/centered-heading.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/reset-password.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { OutboxLink } from "./outbox-link.tsx";

const reset = { schema: ResetForm, read: (fields: FormData) => ({ email: fields.get("email") ?? "" }) };

const requestReset = (call: Call, request: Request) =>
  submitForm(request, reset, async (body) => {
    await withProofOfWork((proof) => call(PasswordApi.ask, { body: { ...body, ...proof } }));
    return { sent: body.email };
  });

export const action = (visit: Route.ActionArgs) => requestReset(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => requestReset(clientActionApi, request);

export const handle: PageHandle = { storedSeconds: 60 };

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const t = useTranslations("security.forgot");
  const a = useTranslations("account");
  const form = useForm({ ...reset, failure: isFormFailure(actionData) ? actionData : undefined });
  if (actionData && "sent" in actionData) return <Sent email={actionData.sent} />;
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-14">
      <PageTitle>{t("title")}</PageTitle>
      <CenteredHeading title={t("title")} lead={t("lead")} />
      <Card>
        <Form method="post" {...form.props} className="grid gap-5">
          <TextField
            {...form.field("email")}
            label={a("email")}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            required
          />
          <FormMessage>{form.message}</FormMessage>
          <Button type="submit" size="large" wide busy={form.busy}>
            {t("submit")}
          </Button>
        </Form>
      </Card>
      <Link
        to={paths.login()}
        className="inline-flex min-h-11 items-center justify-self-center font-semibold text-link"
      >
        {t("back")}
      </Link>
    </div>
  );
}

function Sent({ email }: { email: string }) {
  const t = useTranslations("security.forgot");
  return (
    <ActivateFrame variant="info" icon="mail" title={t("sent_title")} lead={t("sent_lead", { email })}>
      <PageTitle>{t("sent_title")}</PageTitle>
      <p className="text-center text-sm text-ink-soft">{t("sent_spam")}</p>
      <OutboxLink />
      <LinkButton to={paths.login()} variant="quiet" wide>
        {t("back")}
      </LinkButton>
    </ActivateFrame>
  );
}
