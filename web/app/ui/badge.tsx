import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const VARIANTS = {
  unread: "bg-unread text-on-unread",
  warning: "bg-warning text-on-warning",
  danger: "bg-danger-strong text-on-danger-strong",
  info: "bg-primary-soft text-on-primary-soft",
  neutral: "bg-sunken text-ink",
} as const;

/** A count: hidden at 0 unless `zero`, "99+" above `max`. `label` is its accessible text. */
export function CountBadge({
  count,
  label,
  max = 99,
  variant = "unread",
  zero = false,
  className,
}: {
  count: number;
  label: string;
  max?: number;
  variant?: keyof typeof VARIANTS;
  zero?: boolean;
  className?: string;
}) {
  if (count <= 0 && !zero) return null;
  return (
    <span
      className={classes(
        "badge inline-grid h-5 min-w-5 place-items-center px-1.5 font-bold tabular-nums",
        VARIANTS[variant],
        className,
      )}
    >
      <span aria-hidden>{count > max ? `${max}+` : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** A word as a label: popular, fictional, new. */
export function TextBadge({ variant = "info", children }: { variant?: keyof typeof VARIANTS; children: ReactNode }) {
  return (
    <span className={classes("badge inline-flex items-center gap-1 px-2.5 py-0.5 font-semibold", VARIANTS[variant])}>
      {children}
    </span>
  );
}
