import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { useForm } from "~/kernel/form.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { Section, useBusy } from "../section.tsx";
import { doneIn, emailForm, refusedIn } from "../security-actions.ts";

export function EmailSection({ answer }: { answer: unknown }) {
  const t = useTranslations("security.email");
  const done = doneIn(answer, "email");
  return (
    <Section id="email" title={t("title")} lead={t("lead")}>
      {done && (
        <Alert look="success" announce>
          <p className="break-words">{t("done", { email: done.email })}</p>
        </Alert>
      )}
      <Fields key={done?.at} answer={answer} />
    </Section>
  );
}

function Fields({ answer }: { answer: unknown }) {
  const t = useTranslations("security.email");
  const a = useTranslations("account");
  const form = useForm({ ...emailForm, answer: refusedIn(answer, "email") });
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
      <PasswordField
        name="password"
        label={t("password")}
        showLabel={a("password_show")}
        error={form.errors.password}
        autoComplete="current-password"
        required
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" className="justify-self-start" busy={useBusy("email")}>
        {t("submit")}
      </Button>
    </Form>
  );
}
