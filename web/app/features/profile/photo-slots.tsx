import { Children, type ReactNode } from "react";
import { classes } from "~/ui/classes.ts";

/** The first photo large, the others small beside and below it; free places are outlined. */
export function PhotoSlots({ slots, children }: { slots: number; children: ReactNode }) {
  const filled = Children.toArray(children);
  const all = Array.from({ length: Math.max(slots, filled.length) }, (_, at) => ({ at, slot: filled[at] }));
  return (
    <ul className="grid grid-cols-3 gap-3">
      {all.map(({ at, slot }) => (
        <li
          key={at}
          aria-hidden={!slot || undefined}
          className={classes(
            "min-w-0",
            at === 0 && "col-span-2 row-span-2",
            !slot && "aspect-4/5 rounded-card border-2 border-dashed border-line bg-sunken",
          )}
        >
          {slot}
        </li>
      ))}
    </ul>
  );
}
