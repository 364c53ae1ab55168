import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={classes("rounded-card border border-line bg-surface p-5 shadow-card sm:p-6", className)}
    />
  );
}

/** An empty state: says why, and what to do next. */
export function EmptyState({
  picture,
  title,
  children,
  action,
}: {
  picture?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-modal justify-items-center gap-3 px-4 py-12 text-center">
      {picture && (
        <div className="grid size-20 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
          {picture}
        </div>
      )}
      <h2 className="text-lg">{title}</h2>
      {children && <div className="text-ink-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

/** A placeholder in the final size, so that loading shifts nothing. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes("animate-pulse-soft rounded-control bg-line", className)} />;
}
