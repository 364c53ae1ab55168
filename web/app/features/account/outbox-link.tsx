import { useTranslations } from "use-intl/react";
import { useSettings } from "~/root-data.ts";

/** In demo mode no email is sent; this links to the sandbox outbox. */
export function OutboxLink() {
  const t = useTranslations("security.forgot");
  if (!useSettings()?.demo) return null;
  return (
    <a
      href="/dev/outbox"
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center justify-self-center font-semibold text-link"
    >
      {t("outbox")}
    </a>
  );
}
