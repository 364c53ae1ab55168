import { PaymentApi, type Receipt, type Transaction } from "@serenade/contract/payments";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { useLanguage } from "~/platform/language.ts";
import { Icon } from "~/ui/icon.tsx";
import { Price } from "~/ui/price.tsx";

/** What was bought, its tax, and the credits before and after, as on the PDF that can be saved. */
export function ReceiptDetails({ transaction, receipt }: { transaction: Transaction; receipt: Receipt }) {
  const t = useTranslations("payments.receipt");
  const p = useTranslations("payments");
  const format = useFormatter();
  const locale = useLanguage();
  const { discount, credits, total, paymentmethod } = transaction;
  const { net, vat, vat_rate, vat_country, number } = receipt;
  const price = { ...total, amount: net.amount + vat.amount };
  const country = new Intl.DisplayNames(locale, { type: "region" }).of(vat_country) ?? vat_country;
  return (
    <section className="grid gap-4 text-left">
      <h2 className="text-lg">{receipt.refund ? t("title_refund") : t("title")}</h2>
      <dl className="grid gap-2">
        <Line label={t("number")}>{number}</Line>
        <Line label={t("order")}>
          <span className="break-all">{transaction.id}</span>
        </Line>
        <Line label={t("date")}>
          <time dateTime={receipt.issued_at}>
            {format.dateTime(new Date(receipt.issued_at), { dateStyle: "long", timeZone: "UTC" })}
          </time>
        </Line>
        <Line label={t("method")}>{p(`method.${paymentmethod}`)}</Line>
      </dl>
      <dl className="grid gap-2 border-t border-line pt-4">
        <Line label={p("order.item", { count: receipt.refund ? receipt.credits : credits })}>
          <Price {...price} amount={price.amount + (receipt.refund ? 0 : (discount?.off.amount ?? 0))} />
        </Line>
        {discount && !receipt.refund && (
          <Line label={p("order.discount", { code: discount.code })}>
            <Price {...discount.off} amount={-discount.off.amount} />
          </Line>
        )}
        <Line label={p("order.total")} strong>
          <Price {...price} />
        </Line>
        {vat_rate > 0 && (
          <Line label={t("vat", { rate: vat_rate / 100, country })} soft>
            <Price {...vat} />
          </Line>
        )}
      </dl>
      <dl className="grid gap-2 border-t border-line pt-4">
        <Line label={t("before")}>{format.number(receipt.credits_before)}</Line>
        <Line label={t("after")}>{format.number(receipt.credits_after)}</Line>
      </dl>
      <a
        href={`${PaymentApi.receipt.path}?${new URLSearchParams({ id: transaction.id, number })}`}
        download
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-link"
      >
        <Icon name="download" className="size-5" />
        {t("download")}
      </a>
    </section>
  );
}

function Line({
  label,
  strong,
  soft,
  children,
}: {
  label: ReactNode;
  strong?: boolean;
  soft?: boolean;
  children: ReactNode;
}) {
  const weight = strong ? "font-semibold" : soft ? "text-sm text-ink-soft" : "";
  return (
    <div className={`flex justify-between gap-4 ${weight}`}>
      <dt className={strong || soft ? "" : "text-ink-soft"}>{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}
