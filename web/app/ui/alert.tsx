import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

const VARIANTS = {
  info: { ground: "bg-info-soft text-on-info-soft", icon: "info" },
  success: { ground: "bg-success-soft text-on-success-soft", icon: "check" },
  warning: { ground: "bg-warning-soft text-on-warning-soft", icon: "alert" },
  danger: { ground: "bg-danger-soft text-on-danger-soft", icon: "alert" },
} as const;

/** An inline message. `announce` for one that appears after an action. */
export function Alert({
  variant = "info",
  title,
  children,
  action,
  close,
  announce = false,
}: {
  variant?: keyof typeof VARIANTS;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  close?: { label: string; onClose: () => void };
  announce?: boolean;
}) {
  const { ground, icon } = VARIANTS[variant];
  return (
    <div
      role={announce ? "alert" : undefined}
      className={classes("flex items-start gap-3 rounded-control py-1.5 pr-1.5 pl-4 max-sm:text-sm", ground)}
    >
      <Icon name={icon} className="mt-2.5 size-5 max-sm:hidden" />
      <div className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-2 py-2.5 pr-2.5 max-sm:py-2">
        <div className="min-w-48 flex-1">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
      {close && (
        <button
          type="button"
          aria-label={close.label}
          onClick={close.onClose}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-black/5"
        >
          <Icon name="close" className="size-5" />
        </button>
      )}
    </div>
  );
}

/** One quiet line across the page. */
export function Banner({ variant = "info", children }: { variant?: keyof typeof VARIANTS; children: ReactNode }) {
  return (
    <div className={VARIANTS[variant].ground}>
      <div className="page py-1.5 text-center text-sm">{children}</div>
    </div>
  );
}
