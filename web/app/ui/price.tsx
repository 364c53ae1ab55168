import { useFormatter } from "use-intl/react";

/** Minor units as people write money: 2499 EUR → 24,99 €. A fraction of a cent keeps a third digit. */
export function Price({ amount, currency, className }: { amount: number; currency: string; className?: string }) {
  const format = useFormatter();
  return <span className={className ?? "tabular-nums"}>{formatMoney(format, amount, currency)}</span>;
}

export function formatMoney(format: ReturnType<typeof useFormatter>, amount: number, currency: string): string {
  const digits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return format.number(amount / 10 ** digits, {
    style: "currency",
    currency,
    maximumFractionDigits: Number.isInteger(amount) ? digits : digits + 1,
  });
}
