import type { Bundle } from "@serenade/contract/credits";
import { useTranslations } from "use-intl/react";
import { Price } from "~/ui/price.tsx";

/** What is bought, what a code takes off, and the total. */
export function OrderLines({
  bundle: { credits, price },
  discount,
}: {
  bundle: Bundle;
  /** `off` in minor units of the bundle's currency. */
  discount: { code: string; off: number } | null;
}) {
  const t = useTranslations("payments.order");
  return (
    <dl className="grid gap-3">
      <div className="flex justify-between gap-4">
        <dt>{t("item", { count: credits })}</dt>
        <dd>
          <Price {...price} />
        </dd>
      </div>
      {discount && (
        <div className="flex justify-between gap-4">
          <dt>{t("discount", { code: discount.code })}</dt>
          <dd>
            <Price {...price} amount={-discount.off} />
          </dd>
        </div>
      )}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 font-semibold">
        <dt>{t("total")}</dt>
        <dd className="text-xl">
          <Price {...price} amount={price.amount - (discount?.off ?? 0)} />
        </dd>
      </div>
    </dl>
  );
}
