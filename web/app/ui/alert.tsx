import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

const VARIANTS = {
  info: { ground: "bg-info-soft text-on-info-soft", icon: "info" },
  success: { ground: "bg-success-soft text-on-success-soft", icon: "check" },
  warning: { ground: "bg-warning-soft text-on-warning-soft", icon: "alert" },
  danger: { ground: "bg-danger-soft text-on-danger-soft", icon: "alert" },
} as const;

/**
 * An inline message. `announce` for one that appears after an action; `brief` shows only the title on a phone. Among the
 * alerts of a page that has little room (`data-compact`) it is one row: title, action, close.
 */
export function Alert({
  variant = "info",
  title,
  children,
  action,
  close,
  announce = false,
  brief = false,
}: {
  variant?: keyof typeof VARIANTS;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  close?: { label: string; onClose: () => void };
  announce?: boolean;
  brief?: boolean;
}) {
  const { ground, icon } = VARIANTS[variant];
  return (
    <div
      role={announce ? "alert" : undefined}
      className={classes(
        "flex items-start gap-3 rounded-control py-1.5 pr-1.5 pl-4 max-sm:text-sm",
        "group-data-compact/notices:items-center group-data-compact/notices:py-0",
        brief && "max-sm:items-center max-sm:gap-1 max-sm:py-1",
        ground,
      )}
    >
      <Icon
        name={icon}
        className={classes("size-5 max-sm:hidden", children ? "mt-2.5 group-data-compact/notices:mt-0" : "self-center")}
      />
      <div
        className={classes(
          "flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 py-2.5 pr-2.5 max-sm:py-2",
          "group-data-compact/notices:flex-nowrap group-data-compact/notices:gap-x-2 group-data-compact/notices:py-0",
          "group-data-compact/notices:pr-0 group-data-compact/notices:[&>:is(a,button)]:min-h-8",
          "group-data-compact/notices:[&>:is(a,button)]:shrink-0 group-data-compact/notices:[&>:is(a,button)]:px-3",
          "max-[22rem]:[&>:is(a,button)>svg]:hidden",
          brief &&
            "max-sm:gap-x-2 max-sm:py-1 max-sm:pr-0 max-sm:[&>:is(a,button)]:shrink-0 min-[16rem]:max-sm:flex-nowrap",
        )}
      >
        <div
          className={classes(
            "min-w-48 flex-1 max-[16rem]:min-w-full group-data-compact/notices:min-w-0",
            brief && "min-[16rem]:max-sm:min-w-0",
          )}
        >
          {title && (
            <p className="font-semibold group-data-compact/notices:line-clamp-2 group-data-compact/notices:leading-tight">
              {title}
            </p>
          )}
          <div className={classes("group-data-compact/notices:hidden", brief && "max-sm:hidden")}>{children}</div>
        </div>
        {action}
      </div>
      {close && (
        <button
          type="button"
          aria-label={close.label}
          onClick={close.onClose}
          className="grid size-11 shrink-0 place-items-center rounded-full group-data-compact/notices:size-10 hover:bg-black/5"
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
      <div className="page py-1.5 text-center text-sm text-balance">{children}</div>
    </div>
  );
}
