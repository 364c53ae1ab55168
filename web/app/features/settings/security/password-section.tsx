import { PASSWORD_MAX } from "@serenade/contract/limits";
import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { useForm } from "~/kernel/form.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { Section, useBusy } from "../section.tsx";
import { doneIn, passwordForm, refusedIn } from "../security-actions.ts";

export function PasswordSection({ answer }: { answer: unknown }) {
  const t = useTranslations("security.password");
  const done = doneIn(answer, "password");
  return (
    <Section id="password" title={t("title")} lead={t("lead")}>
      {done && (
        <Alert look="success" announce>
          {t("done")}
        </Alert>
      )}
      {/* a form that did its work begins anew: what was typed is no use any more */}
      <Fields key={done?.at} answer={answer} />
    </Section>
  );
}

function Fields({ answer }: { answer: unknown }) {
  const t = useTranslations("security.password");
  const a = useTranslations("account");
  const form = useForm({ ...passwordForm, answer: refusedIn(answer, "password") });
  const common = { showLabel: a("password_show"), maxLength: PASSWORD_MAX, required: true } as const;
  return (
    <Form method="post" preventScrollReset {...form.props} className="grid gap-4">
      <input type="hidden" name="intent" value="password" />
      <PasswordField
        {...common}
        name="password_old"
        label={t("old")}
        error={form.errors.password_old}
        autoComplete="current-password"
      />
      <PasswordField
        {...common}
        name="password"
        label={t("new")}
        hint={a("signup.password_hint")}
        error={form.errors.password}
        autoComplete="new-password"
      />
      <PasswordField
        {...common}
        name="password_repeat"
        label={t("repeat")}
        error={form.errors.password_repeat}
        autoComplete="new-password"
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" className="justify-self-start" busy={useBusy("password")}>
        {t("submit")}
      </Button>
    </Form>
  );
}
