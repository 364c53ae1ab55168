import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { CurrentPasswordField, NewPasswordFields } from "~/features/account/credential-fields.tsx";
import { useForm } from "~/platform/form.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { Section, useBusy } from "../section.tsx";
import { doneIn, failureIn, passwordForm } from "../security-actions.ts";

export function PasswordSection({ actionData }: { actionData: unknown }) {
  const t = useTranslations("security.password");
  const done = doneIn(actionData, "password");
  return (
    <Section id="password" title={t("title")} lead={t("lead")}>
      {done && (
        <Alert variant="success" announce>
          {t("done")}
        </Alert>
      )}
      {/* a new key resets the form after success */}
      <Fields key={done?.at} actionData={actionData} />
    </Section>
  );
}

function Fields({ actionData }: { actionData: unknown }) {
  const t = useTranslations("security.password");
  const form = useForm({ ...passwordForm, failure: failureIn(actionData, "password") });
  return (
    <Form method="post" preventScrollReset {...form.props} className="grid gap-4">
      <input type="hidden" name="intent" value="password" />
      <CurrentPasswordField name="password_old" label={t("old")} error={form.errors.password_old} />
      <NewPasswordFields errors={form.errors} />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" className="justify-self-start" busy={useBusy("password")}>
        {t("submit")}
      </Button>
    </Form>
  );
}
