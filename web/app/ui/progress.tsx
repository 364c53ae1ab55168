import { classes } from "./classes.ts";

/** Progress through several steps. `label` is its text: "Step 2 of 6". */
export function Steps({ label, step, steps }: { label: string; step: number; steps: number }) {
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium text-ink-soft">{label}</p>
      <div aria-hidden className="flex gap-1.5">
        {Array.from({ length: steps }, (_, at) => at + 1).map((at) => (
          <span
            key={at}
            className={classes(
              "h-1.5 flex-1 rounded-full forced-colors:border",
              at <= step ? "bg-primary-strong forced-colors:bg-[Highlight]" : "bg-line",
            )}
          />
        ))}
      </div>
    </div>
  );
}
