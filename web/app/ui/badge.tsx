import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const LOOKS = {
  unread: "bg-unread text-on-unread",
  warning: "bg-warning text-on-warning",
  danger: "bg-danger-strong text-on-danger-strong",
  info: "bg-primary-soft text-on-primary-soft",
  neutral: "bg-sunken text-ink",
} as const;

/** A count: nothing at 0 unless `zero`, "99+" above `max`. `label` is what it says aloud. */
export function CountBadge({
  count,
  label,
  max = 99,
  look = "unread",
  zero = false,
  className,
}: {
  count: number;
  label: string;
  max?: number;
  look?: keyof typeof LOOKS;
  zero?: boolean;
  className?: string;
}) {
  if (count <= 0 && !zero) return null;
  return (
    <span
      className={classes(
        "inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-bold tabular-nums",
        LOOKS[look],
        className,
      )}
    >
      <span aria-hidden>{count > max ? `${max}+` : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** A word as a label: popular, fictional, new. */
export function WordBadge({ look = "info", children }: { look?: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold",
        LOOKS[look],
      )}
    >
      {children}
    </span>
  );
}
