import { LOCALES } from "@serenade/contract/locales";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { useLanguage } from "~/platform/language.ts";
import { LOCALE_NAMES } from "~/shell/locale-names.ts";
import { ThemeSwitcher } from "~/shell/theme-switcher.tsx";
import { Button } from "~/ui/button.tsx";
import { SelectField } from "~/ui/field.tsx";
import { Section } from "../section.tsx";

/** Language, and below it the theme: what the footer has on every page. */
export function LanguageSection() {
  const t = useTranslations("settings");
  const locale = useLanguage();
  return (
    <Section title={t("language")} lead={t("language_hint")}>
      <form method="post" action={paths.appearance()} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="back" value={paths.settings("account")} />
        <div className="min-w-48 flex-1">
          <SelectField name="language" label={t("language")} labelHidden defaultValue={locale}>
            {LOCALES.map((code) => (
              <option key={code} value={code} lang={code}>
                {LOCALE_NAMES[code].name}
              </option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" variant="quiet" className="min-h-12">
          {t("language_save")}
        </Button>
      </form>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
        <div>
          <h3 className="font-medium">{t("appearance")}</h3>
          <p className="text-sm text-ink-soft">{t("appearance_hint")}</p>
        </div>
        <ThemeSwitcher />
      </div>
    </Section>
  );
}
