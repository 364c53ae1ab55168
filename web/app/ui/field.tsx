import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface FieldFrame {
  label: ReactNode;
  hint?: ReactNode;
  /** Error text; shown below and announced. */
  error?: string | undefined;
  /** Hides the label visually. */
  labelHidden?: boolean;
}

export const controlClasses = (error: unknown, className?: string) =>
  classes("control", error ? "border-2 border-danger" : null, className);

/** Label above, hint and error below, tied together for assistive technology. */
export function Field({
  label,
  hint,
  error,
  labelHidden,
  children,
}: FieldFrame & { children: (aria: { id: string; "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className={classes("text-sm font-semibold", labelHidden && "sr-only")}>
        {label}
      </label>
      {children({
        id,
        ...(error && { "aria-invalid": true as const }),
        ...(described && { "aria-describedby": described }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger-text">
      <Icon name="alert" className="mt-0.5 size-4" />
      {children}
    </p>
  );
}

export function TextField({
  label,
  hint,
  error,
  labelHidden,
  className,
  ...rest
}: FieldFrame & ComponentProps<"input">) {
  return (
    <Field {...frame({ label, hint, error, labelHidden })}>
      {(aria) => <input type="text" {...rest} {...aria} className={controlClasses(error, className)} />}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  labelHidden,
  className,
  children,
  ...rest
}: FieldFrame & ComponentProps<"select">) {
  return (
    <Field {...frame({ label, hint, error, labelHidden })}>
      {(aria) => (
        <span className="relative block">
          <select
            {...rest}
            {...aria}
            className={controlClasses(error, classes("appearance-none truncate pr-11", className))}
          >
            {children}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
          />
        </span>
      )}
    </Field>
  );
}

export function frame({
  label,
  hint,
  error,
  labelHidden,
}: { [K in keyof FieldFrame]: FieldFrame[K] | undefined }): FieldFrame {
  return { label, hint, error, labelHidden: labelHidden ?? false };
}
