import type { ReactNode } from "react";
import { DemoBanner } from "~/shell/demo-banner.tsx";
import { SkipLink } from "~/shell/skip-link.tsx";
import { classes } from "~/ui/classes.ts";

/** Common to all layouts: skip link, demo banner, and the content between header and footer. */
export function Frame({
  above,
  below,
  className = "min-h-dvh",
  contentClassName = "",
  children,
}: {
  /** Navigation and alerts; without them there is no skip link. */
  above?: ReactNode;
  below?: ReactNode;
  className?: string;
  contentClassName?: string;
  children: ReactNode;
}) {
  return (
    <div className={classes("flex flex-col", className)}>
      {above && <SkipLink />}
      <DemoBanner />
      {above}
      <main id="content" tabIndex={-1} className={classes("flex-1 outline-none", contentClassName)}>
        {children}
      </main>
      {below}
    </div>
  );
}
