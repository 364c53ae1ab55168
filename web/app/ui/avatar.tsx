import { classes } from "./classes.ts";

const SIZES = { small: "size-9 text-sm", normal: "size-12 text-base", large: "size-24 text-2xl" } as const;
const GROUNDS = [
  "bg-primary-soft text-on-primary-soft",
  "bg-secondary-soft text-on-secondary-soft",
  "bg-success-soft text-on-success-soft",
  "bg-info-soft text-on-info-soft",
];

/** A round picture, or the initials. Decorative beside the name: pass `label` where the name is not written. */
export function Avatar({
  name,
  src,
  size = "normal",
  online,
  label = "",
}: {
  name: string;
  src?: string | null | undefined;
  size?: keyof typeof SIZES;
  /** The accessible text of the green dot. */
  online?: string | false | undefined;
  label?: string;
}) {
  return (
    <span className="relative inline-block shrink-0">
      {src ? (
        <img
          src={src}
          alt={label}
          loading="lazy"
          decoding="async"
          className={classes("rounded-full bg-sunken object-cover", SIZES[size])}
        />
      ) : (
        <span
          {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
          className={classes("grid place-items-center rounded-full font-semibold", SIZES[size], groundOf(name))}
        >
          {initialsOf(name)}
        </span>
      )}
      {online && <OnlineDot label={online} className="absolute right-0 bottom-0" />}
    </span>
  );
}

export function OnlineDot({ label, className }: { label: string; className?: string }) {
  const dotClasses = classes("online-dot", className);
  // Decorative where the text is written beside it.
  return label ? (
    <span role="img" aria-label={label} title={label} className={dotClasses} />
  ) : (
    <span aria-hidden="true" className={dotClasses} />
  );
}
export function initialsOf(name: string): string {
  const parts = name.trim().split(/[\s._-]+/u);
  const letters = parts.length > 1 ? [parts[0], parts[parts.length - 1]] : [parts[0]];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

/** The same name always has the same colour. */
export function groundOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return GROUNDS[sum % GROUNDS.length]!;
}
