import { GENDERS } from "@serenade/contract/attributes";
import { PASSWORD_MAX, USERNAME_MAX } from "@serenade/contract/limits";
import type { Settings } from "@serenade/contract/site";
import { Form, Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { type Refused, useForm } from "~/kernel/form.ts";
import { paths } from "~/paths.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Checkbox, Chips } from "~/ui/choice.tsx";
import { TextField } from "~/ui/field.tsx";
import { FormMessage } from "~/ui/form-message.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";
import { BirthDate } from "./birth-date.tsx";
import { KEPT_AS, type SignUpStart, signUpForm, TRACKING } from "./sign-up.ts";

/** The account step of sign-up. `to` is the member that the visitor would like to write to. */
export function SignUpForm({
  settings,
  start,
  answer,
  to,
}: {
  settings: Settings;
  start: SignUpStart;
  answer: Refused | undefined;
  to?: { id: string; name: string };
}) {
  const t = useTranslations("account");
  const s = useTranslations("account.signup");
  const a = useTranslations("attributes");
  const form = useForm({
    ...signUpForm,
    answer,
    keep: KEPT_AS,
    start: { key: start.key, gender: start.gender, looking_for: start.looking_for, signup_message: start.message },
  });
  const age = String(settings.min_age);
  return (
    <Card>
      <Form method="post" {...form.props} className="grid gap-6">
        <input type="hidden" name="key" value={form.values("key")[0]} />
        <input type="hidden" name="niche" value={settings.niche} />
        {TRACKING.map((name) => (
          <input key={name} type="hidden" name={name} value={start.tracking[name]} />
        ))}
        {to && (
          <>
            <input type="hidden" name="to" value={to.id} />
            <TextareaField
              {...form.field("signup_message")}
              label={s("message", { name: to.name })}
              maxLength={settings.message_length}
              left={(count) => s("message_left", { count })}
              rows={3}
            />
          </>
        )}
        <Chips
          type="radio"
          name="gender"
          legend={s("am")}
          choices={GENDERS.map((value) => ({ value, label: a(`gender.${value}`) }))}
          defaultValues={form.values("gender")}
          error={form.errors.gender}
          required
        />
        <Chips
          name="looking_for"
          legend={s("seek")}
          hint={s("seek_hint")}
          choices={GENDERS.map((value) => ({ value, label: a(`genders.${value}`) }))}
          defaultValues={form.values("looking_for")}
          error={form.errors.looking_for}
        />
        <BirthDate minAge={settings.min_age} error={form.errors.date_of_birth} value={(name) => form.values(name)[0]} />
        <TextField
          {...form.field("name")}
          label={s("name")}
          hint={s("name_hint")}
          maxLength={USERNAME_MAX}
          autoComplete="nickname"
          required
        />
        <TextField
          {...form.field("email")}
          label={t("email")}
          hint={s("email_hint")}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <PasswordField
          name="password"
          error={form.errors.password}
          label={t("password")}
          hint={s("password_hint")}
          showLabel={t("password_show")}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
          required
        />
        <div className="grid gap-1 border-t border-line pt-3 text-sm">
          <Checkbox
            name="terms"
            value="yes"
            label={s("terms", { age, site: settings.name })}
            defaultChecked={form.values("terms").length > 0}
            error={form.errors.terms}
            required
          />
          <Checkbox
            name="consent"
            value="yes"
            label={s("consent", { site: settings.name })}
            defaultChecked={form.values("consent").length > 0}
            error={form.errors.consent}
            required
          />
        </div>
        <FormMessage>{form.message}</FormMessage>
        <div className="grid gap-2">
          <Button type="submit" look="call" size="large" wide busy={form.busy}>
            {s("submit")}
          </Button>
          <p className="text-center text-sm text-ink-soft">{s("free")}</p>
        </div>
      </Form>
    </Card>
  );
}

export function HaveAccount() {
  const t = useTranslations("account");
  return (
    <p className="text-center">
      {t("signup.have_account")}{" "}
      <Link to={paths.login()} className="inline-flex min-h-11 items-center font-semibold text-link">
        {t("login.submit")}
      </Link>
    </p>
  );
}

/** Sign-ups are open to all, or to those who came from somewhere (§5). */
export const isOpen = (settings: Settings, start: SignUpStart) =>
  settings.signups === "all" || Boolean(start.tracking.network || start.tracking.ref);

export function Closed() {
  const t = useTranslations("account.signup");
  const e = useTranslations("errors");
  return (
    <Card className="grid gap-2 text-center">
      <h2 className="text-lg">{t("closed_title")}</h2>
      <p className="text-ink-soft">{e("signup_closed")}</p>
    </Card>
  );
}
