import { useTranslations } from "use-intl/react";
import { useSettings } from "~/kernel/queries.ts";

/** In a demonstration no mail leaves the house: this is where it lies. */
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
