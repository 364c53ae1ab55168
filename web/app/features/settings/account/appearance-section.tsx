import { useTranslations } from "use-intl/react";
import { ThemeSwitcher } from "~/shell/theme-switcher.tsx";
import { Section } from "../section.tsx";

export function AppearanceSection() {
  const t = useTranslations("settings");
  return (
    <Section title={t("appearance")} lead={t("appearance_hint")}>
      <div className="justify-self-start">
        <ThemeSwitcher />
      </div>
    </Section>
  );
}
