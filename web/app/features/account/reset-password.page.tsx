import { PasswordApi, ResetForm } from "@serenade/contract/security";
import { Form, Link } from "react-router";
import { useTranslations } from "use-intl/react";
import type { Call } from "~/kernel/call.ts";
import { actingInBrowser, isRefused, submitting, useForm } from "~/kernel/form.ts";
import { withProof } from "~/kernel/proof.ts";
import { acting } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import type { Route } from "./+types/reset-password.page";
import { ActivateFrame } from "./activate-frame.tsx";
import { OutboxLink } from "./outbox-link.tsx";

const reset = { schema: ResetForm, read: (fields: FormData) => ({ email: fields.get("email") ?? "" }) };

const ask = (call: Call, request: Request) =>
  submitting(request, reset, async (body) => {
    await withProof((proof) => call(PasswordApi.ask, { body: { ...body, ...proof } }));
    return { sent: body.email };
  });

export const action = (visit: Route.ActionArgs) => ask(acting(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => ask(actingInBrowser, request);

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const t = useTranslations("security.forgot");
  const a = useTranslations("account");
  const form = useForm({ ...reset, answer: isRefused(actionData) ? actionData : undefined });
  if (actionData && "sent" in actionData) return <Sent email={actionData.sent} />;
  return (
    <div className="page grid max-w-form gap-6 py-8 sm:py-14">
      <PageTitle>{t("title")}</PageTitle>
      <div className="grid gap-1 text-center">
        <h1 className="text-2xl">{t("title")}</h1>
        <p className="text-ink-soft">{t("lead")}</p>
      </div>
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
    <ActivateFrame look="info" icon="mail" title={t("sent_title")} lead={t("sent_lead", { email })}>
      <PageTitle>{t("sent_title")}</PageTitle>
      <p className="text-center text-sm text-ink-soft">{t("sent_spam")}</p>
      <OutboxLink />
      <LinkButton to={paths.login()} look="quiet" wide>
        {t("back")}
      </LinkButton>
    </ActivateFrame>
  );
}
