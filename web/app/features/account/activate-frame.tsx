import type { ReactNode } from "react";
import { SiteMark } from "~/shell/site-mark.tsx";
import { Card } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";

const VARIANTS = {
  info: "bg-primary-soft text-on-primary-soft",
  success: "bg-success-soft text-on-success-soft",
  danger: "bg-danger-soft text-on-danger-soft",
} as const;

/** Frame of the pages that the confirmation link can end on. */
export function ActivateFrame({
  variant,
  icon,
  title,
  lead,
  children,
}: {
  variant: keyof typeof VARIANTS;
  icon: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page grid max-w-form gap-6 py-6 sm:py-12">
      <SiteMark className="justify-self-center" />
      <Card className="grid gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <span className={classes("grid size-16 place-items-center rounded-full", VARIANTS[variant])}>
            <Icon name={icon} className="size-8" />
          </span>
          <h1 className="text-2xl">{title}</h1>
          <p className="text-ink-soft">{lead}</p>
        </div>
        {children}
      </Card>
    </div>
  );
}
