import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { LinkButton } from "~/ui/button.tsx";
import { Section } from "../section.tsx";

export function PurchasesSection() {
  const t = useTranslations("settings");
  return (
    <Section title={t("purchases")} lead={t("purchases_hint")}>
      <LinkButton to={paths.transactions()} variant="quiet" size="small" icon="coin" className="justify-self-start">
        {t("purchases_open")}
      </LinkButton>
    </Section>
  );
}
