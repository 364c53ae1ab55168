import type { ComponentProps } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

const VARIANTS = {
  /** The main call to action of a screen. */
  call: "bg-secondary text-on-secondary hover:bg-secondary-hover",
  primary: "bg-primary-strong text-on-primary-strong hover:bg-primary-strong-hover",
  quiet: "bg-surface text-ink border border-control hover:bg-sunken",
  bare: "text-link hover:bg-primary-soft",
  danger: "bg-danger-strong text-on-danger-strong hover:opacity-90",
  night: "border border-on-night/50 text-on-night hover:bg-white/10",
} as const;

const SIZES = {
  normal: "min-h-11 px-5 py-1.5 text-base",
  large: "min-h-13 px-7 text-base",
  small: "min-h-11 px-4 py-1.5 text-sm",
} as const;

export interface ButtonVariant {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  icon?: string;
  wide?: boolean;
}

export function buttonClasses(
  { variant = "primary", size = "normal", wide = false }: ButtonVariant,
  className?: string,
) {
  return classes("button", VARIANTS[variant], SIZES[size], wide && "w-full", className);
}

/** `busy` keeps the button's width and is announced to screen readers. */
export function Button({
  variant,
  size,
  icon,
  wide,
  busy = false,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & ButtonVariant & { busy?: boolean }) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      {...(busy && { onClick: (event) => event.preventDefault() })}
      className={buttonClasses(
        { variant: variant ?? "primary", size: size ?? "normal", wide: wide ?? false },
        className,
      )}
    >
      {busy ? <Spinner className="size-5" /> : icon && <Icon name={icon} className="size-5" />}
      {children}
    </button>
  );
}

export function LinkButton({
  variant,
  size,
  icon,
  wide,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonVariant) {
  return (
    <Link
      {...rest}
      className={buttonClasses(
        { variant: variant ?? "primary", size: size ?? "normal", wide: wide ?? false },
        className,
      )}
    >
      {icon && <Icon name={icon} className="size-5" />}
      {children}
    </Link>
  );
}

/** A round icon button; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: ComponentProps<"button"> & { icon: string; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        "move inline-grid size-11 shrink-0 place-items-center rounded-full text-ink hover:bg-sunken active:scale-95 disabled:opacity-55",
        className,
      )}
    >
      <Icon name={icon} className="size-6" />
    </button>
  );
}
