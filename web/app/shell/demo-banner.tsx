import { useTranslations } from "use-intl/react";
import { useSettings } from "~/root-data.ts";
import { Banner } from "~/ui/alert.tsx";

/** Demo mode is stated on every page (product.md 11). */
export function DemoBanner() {
  const t = useTranslations("shell");
  return useSettings()?.demo ? <Banner>{t("demo")}</Banner> : null;
}
