import { useMatches } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { COMPACT_PAGES } from "./compact-pages.ts";

/** The terms have changed since the member agreed to them (§7): the page of the terms asks again. It cannot be dismissed. */
export function TermsAlert() {
  const t = useTranslations("alerts.terms");
  const due = useUser()?.terms_due ?? false;
  const silent = useMatches().some(({ id }) => id === "terms" || COMPACT_PAGES.has(id));
  if (!due || silent) return null;
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
