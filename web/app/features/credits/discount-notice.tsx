import { useFormatter, useTranslations } from "use-intl/react";
import { Alert } from "~/ui/alert.tsx";
import { useTimeZone } from "~/ui/time-zone.ts";

/** The member's currently valid discount code; checkout fills it in. */
export function DiscountNotice({ discount }: { discount: { code: string; percent: number; expires: string } | null }) {
  const t = useTranslations("credits.active_discount");
  const format = useFormatter();
  const timeZone = useTimeZone();
  if (!discount) return null;
  const { code, percent, expires } = discount;
  const time = format.dateTime(new Date(expires), { dateStyle: "medium", timeStyle: "short", timeZone });
  return <Alert variant="success">{t("notice", { code, percent: percent / 100, time })}</Alert>;
}
