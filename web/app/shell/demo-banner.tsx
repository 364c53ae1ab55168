import { useTranslations } from "use-intl/react";
import { useSettings } from "~/kernel/queries.ts";
import { Banner } from "~/ui/alert.tsx";

/** A demonstration says so on every page (product.md 11). */
export function DemoBanner() {
  const t = useTranslations("shell");
  return useSettings()?.demo ? <Banner>{t("demo")}</Banner> : null;
}
