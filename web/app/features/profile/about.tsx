import { ABOUT_MAX } from "@serenade/contract/limits";
import { useTranslations } from "use-intl/react";
import { TextareaField } from "~/ui/textarea-field.tsx";

/** The member's own text. */
export function AboutField({ value, error, rows = 7 }: { value: string; error: string | undefined; rows?: number }) {
  const t = useTranslations("profile.about");
  return (
    <TextareaField
      name="about"
      label={t("label")}
      rows={rows}
      maxLength={ABOUT_MAX}
      left={(count) => t("left", { count })}
      defaultValue={value}
      error={error}
    />
  );
}
