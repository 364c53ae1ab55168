import { Form } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Button } from "~/ui/button.tsx";
import { Section } from "../section.tsx";

export function LogoutSection() {
  const t = useTranslations("settings");
  return (
    <Section title={t("logout")} lead={t("logout_hint")}>
      {/* a full page load, so that nothing of the member stays in memory */}
      <Form reloadDocument method="post" action={paths.logout()}>
        <Button type="submit" variant="quiet" icon="logout">
          {t("logout")}
        </Button>
      </Form>
    </Section>
  );
}
