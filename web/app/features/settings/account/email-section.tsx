import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { CurrentPasswordField } from "~/features/account/credential-fields.tsx";
import { useForm } from "~/platform/form.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Section, useBusy } from "../section.tsx";
import { doneIn, emailForm, failureIn } from "../security-actions.ts";

export function EmailSection({ actionData }: { actionData: unknown }) {
  const t = useTranslations("security.email");
  const done = doneIn(actionData, "email");
  return (
    <Section id="email" title={t("title")} lead={t("lead")}>
      {done && (
        <Alert variant="success" announce>
          <p className="break-words">{t("done", { email: done.email })}</p>
        </Alert>
      )}
      <Fields key={done?.at} actionData={actionData} />
    </Section>
  );
}

function Fields({ actionData }: { actionData: unknown }) {
  const t = useTranslations("security.email");
  const form = useForm({ ...emailForm, failure: failureIn(actionData, "email") });
  return (
    <Form method="post" preventScrollReset {...form.props} className="grid gap-4">
      <input type="hidden" name="intent" value="email" />
      <TextField
        {...form.field("email")}
        label={t("new")}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        required
      />
      <CurrentPasswordField label={t("password")} error={form.errors.password} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" className="justify-self-start" busy={useBusy("email")}>
        {t("submit")}
      </Button>
    </Form>
  );
}
