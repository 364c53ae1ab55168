/** The fields for passwords and codes, which login, password reset and the settings share. */
import { PASSWORD_MAX } from "@serenade/contract/limits";
import type { Ref } from "react";
import { useTranslations } from "use-intl/react";
import { TextField } from "~/ui/field.tsx";
import { PasswordField } from "~/ui/password-field.tsx";

export function CurrentPasswordField({
  error,
  label,
  name = "password",
  ref,
}: {
  error: string | undefined;
  label?: string;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const t = useTranslations("account");
  return (
    <PasswordField
      {...(ref && { ref })}
      name={name}
      error={error}
      label={label ?? t("password")}
      showLabel={t("password_show")}
      autoComplete="current-password"
      required
    />
  );
}

export function NewPasswordFields({ errors }: { errors: Record<string, string> }) {
  const t = useTranslations("security.password");
  const a = useTranslations("account");
  const common = {
    showLabel: a("password_show"),
    maxLength: PASSWORD_MAX,
    autoComplete: "new-password",
    required: true,
  } as const;
  return (
    <>
      <PasswordField
        {...common}
        name="password"
        label={t("new")}
        hint={a("signup.password_hint")}
        error={errors.password}
      />
      <PasswordField {...common} name="password_repeat" label={t("repeat")} error={errors.password_repeat} />
    </>
  );
}

/** A code of the authenticator app, or a recovery code. */
export function CodeField({
  error,
  label,
  hint,
  ref,
}: {
  error: string | undefined;
  label: string;
  hint?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <TextField
      {...(ref && { ref })}
      {...(hint && { hint })}
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
