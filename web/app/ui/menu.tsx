import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes.ts";

/**
 * A button with a short list of links or buttons. A native <details>, so it opens without script; with script Escape, a click
 * outside and a selection close it, and the arrow keys move through it.
 */
export function Menu({
  label,
  trigger,
  triggerClassName,
  align = "end",
  side = "below",
  children,
}: {
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  align?: "start" | "end";
  side?: "below" | "above";
  children: ReactNode;
}) {
  const root = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      if (root.current?.open && !root.current.contains(event.target as Node)) root.current.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, []);
  return (
    <details ref={root} data-menu className="group relative" onKeyDown={(event) => walk(event, root.current)}>
      <summary className={classes("flex min-h-11 list-none items-center", triggerClassName)}>
        {/* no aria-label: the accessible name must contain the visible initials */}
        <span className="sr-only">{label}</span>
        <span aria-hidden="true" className="contents">
          {trigger}
        </span>
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a choice anywhere inside closes the list */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link or button is a click */}
      <div
        onClick={(event) => {
          if (root.current && (event.target as Element).closest("a,button")) root.current.open = false;
        }}
        className={classes(
          "absolute z-30 grid min-w-56 gap-0.5 rounded-card border border-line bg-raised p-2 shadow-float",
          align === "end" ? "right-0" : "left-0",
          side === "below" ? "top-full mt-2" : "bottom-full mb-2",
        )}
      >
        {children}
      </div>
    </details>
  );
}

/** Classes of an entry, link or button. */
export const menuItemClasses = "menu-item";

function walk(event: KeyboardEvent, root: HTMLDetailsElement | null) {
  if (!root?.open) return;
  if (event.key === "Escape") {
    root.open = false;
    root.querySelector("summary")?.focus();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const items = [...root.querySelectorAll<HTMLElement>("a,button,summary")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + step + items.length) % items.length]?.focus();
}
