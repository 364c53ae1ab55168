import { NotificationsApi } from "@serenade/contract/notifications";
import { useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { Section, type SectionActions, SectionForm } from "../section.tsx";

export const consentActions: SectionActions = {
  consent: (call, fields) => call(NotificationsApi.change, { body: { consent: fields.get("consent") === "yes" } }),
};

/** As easy to withdraw as to give (product.md 11); the consequences are shown first. */
export function ConsentSection({ consent }: { consent: boolean }) {
  const t = useTranslations("settings.consent");
  if (!consent) {
    return (
      <Section title={t("title")} lead={t("withdrawn")}>
        <SectionForm intent="consent">
          {({ busy }) => (
            <Button type="submit" name="consent" value="yes" busy={busy} className="justify-self-start">
              {t("give")}
            </Button>
          )}
        </SectionForm>
      </Section>
    );
  }
  return (
    <Section title={t("title")} lead={t("given")}>
      <details>
        <summary className="-my-2.5 inline-flex min-h-11 cursor-pointer items-center font-semibold text-link">
          {t("withdraw")}
        </summary>
        <SectionForm intent="consent" className="grid gap-4 pt-5">
          {({ busy }) => (
            <>
              <p>{t("what")}</p>
              <Button
                type="submit"
                name="consent"
                value="no"
                variant="danger"
                busy={busy}
                className="justify-self-start"
              >
                {t("now")}
              </Button>
            </>
          )}
        </SectionForm>
      </details>
    </Section>
  );
}
