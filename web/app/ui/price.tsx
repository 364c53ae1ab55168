import { useFormatter } from "use-intl/react";

/** Minor units as people write money: 2499 EUR → 24,99 €. */
export function Price({ amount, currency, className }: { amount: number; currency: string; className?: string }) {
  const format = useFormatter();
  return <span className={className ?? "tabular-nums"}>{formatMoney(format, amount, currency)}</span>;
}

export function formatMoney(format: ReturnType<typeof useFormatter>, amount: number, currency: string): string {
  const digits =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return format.number(amount / 10 ** digits, { style: "currency", currency });
}

/** The price of several units, rounded as money is shown: "0.417" EUR twice → 0,83 €. */
export const formatUnits = (
  format: ReturnType<typeof useFormatter>,
  { costs, currency }: { costs: string; currency: string },
  units = 1,
): string => format.number(Number(costs) * units, { style: "currency", currency });
