import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { isSilent } from "./alert-rules.ts";
import { useOpenRoute } from "./open-route.ts";

/** The terms have changed since the member agreed to them (§7): the page of the terms asks again. It cannot be dismissed. */
export function TermsAlert() {
  const t = useTranslations("alerts.terms");
  const due = useUser()?.terms_due ?? false;
  const route = useOpenRoute();
  if (!due || isSilent("terms", route)) return null;
  return (
    <Alert
      brief
      title={t("title")}
      action={
        <LinkButton to={paths.terms()} variant="quiet" size="small">
          {t("read")}
        </LinkButton>
      }
    />
  );
}
