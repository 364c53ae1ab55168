import { classes } from "./classes.ts";

export function Spinner({ label, className = "size-6" }: { label?: string; className?: string }) {
  const speaks = label ? ({ role: "status", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  return (
    <span
      className={classes(
        "inline-block shrink-0 animate-turn rounded-full border-2 border-current border-r-transparent",
        className,
      )}
      {...speaks}
    />
  );
}
