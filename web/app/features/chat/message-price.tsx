import type { User } from "@serenade/contract/account";
import { useFormatter, useTranslations } from "use-intl/react";
import { useSettings } from "~/root-data.ts";
import { classes } from "~/ui/classes.ts";
import { formatUnits } from "~/ui/price.tsx";

/** The price in credits, and in money at the best bundle of the member's country. */
export function MessagePrice({
  own,
  fictional,
  what = "message",
  className,
}: {
  own: User;
  fictional: boolean;
  what?: "message" | "photo";
  className?: string;
}) {
  const t = useTranslations("chat.composer");
  const format = useFormatter();
  const settings = useSettings();
  const credits = fictional ? 0 : (settings?.[`${what}_credits`] ?? 1);
  const money = settings?.minimum_message_costs[own.profile.country];
  const each = settings?.message_credits || 1;
  if (credits === 0)
    return <p className={classes("grid min-h-13 place-items-center text-xs font-semibold", className)}>{t("free")}</p>;
  return (
    <p className={classes("grid min-h-13 shrink-0 content-center text-right text-xs whitespace-nowrap", className)}>
      <span className="sr-only">{what === "photo" ? t("price", { credits }) : t("price_label", { credits })}</span>
      <span aria-hidden className="font-semibold">
        {t("price", { credits })}
      </span>
      {money && (
        <span className="text-ink-soft">{t("from", { price: formatUnits(format, money, credits / each) })}</span>
      )}
    </p>
  );
}
