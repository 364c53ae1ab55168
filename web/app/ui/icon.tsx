/** A drawing of /icons.svg. Decorative unless it has a label. */
export function Icon({ name, label, className = "size-6" }: { name: string; label?: string; className?: string }) {
  const speaks = label ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg className={className || undefined} {...speaks}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
