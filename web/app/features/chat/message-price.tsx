import type { User } from "@serenade/contract/account";
import { useFormatter, useTranslations } from "use-intl/react";
import { useSettings } from "~/kernel/queries.ts";
import { formatMoney } from "~/ui/price.tsx";

/** In credits, and what that is in money at the best bundle of the member's country. */
export function MessagePrice({ own, fictional }: { own: User; fictional: boolean }) {
  const t = useTranslations("chat.composer");
  const format = useFormatter();
  const settings = useSettings();
  const credits = fictional ? 0 : (settings?.message_credits ?? 1);
  const money = settings?.minimum_message_costs[own.profile.country];
  if (credits === 0) return <p className="grid min-h-13 place-items-center text-xs font-semibold">{t("free")}</p>;
  return (
    <p className="grid min-h-13 shrink-0 content-center text-right text-xs whitespace-nowrap">
      <span className="sr-only">{t("price_label", { credits })}</span>
      <span aria-hidden className="font-semibold">
        {t("price", { credits })}
      </span>
      {money && (
        <span className="text-ink-soft">{t("from", { price: formatMoney(format, money.costs, money.currency) })}</span>
      )}
    </p>
  );
}
