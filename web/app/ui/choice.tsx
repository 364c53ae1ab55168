import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { FieldError } from "./field.tsx";
import { Icon } from "./icon.tsx";

/** Native inputs, so that they work and submit without script. */
export function Checkbox({
  label,
  error,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; error?: string | undefined }) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          type="checkbox"
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className="mt-0.5 size-5 shrink-0"
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  icon?: string;
  disabled?: boolean | undefined;
}

interface ChoicesFrame {
  legend: ReactNode;
  legendHidden?: boolean;
  hint?: ReactNode;
  name: string;
  choices: readonly Choice[];
  error?: string | undefined;
  required?: boolean;
}

/** Radio buttons, each a fully clickable row. */
export function RadioGroup({
  legend,
  legendHidden,
  hint,
  name,
  choices,
  error,
  required,
  defaultValue,
  value: chosen,
  onChange,
}: ChoicesFrame & {
  defaultValue?: string | undefined;
  /** With `onChange`, for a choice that saves itself. */
  value?: string;
  onChange?: (value: string) => void;
}) {
  return (
    <FieldGroup legend={legend} legendHidden={legendHidden} hint={hint} error={error}>
      <div className="grid gap-2">
        {choices.map(({ value, label, hint, disabled }) => (
          <label
            key={value}
            className="flex min-h-11 items-center gap-3 rounded-control border border-control bg-surface px-4 py-2 has-checked:border-primary-strong has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={value}
              required={required}
              disabled={disabled}
              {...(onChange
                ? { checked: value === chosen, onChange: () => onChange(value) }
                : { defaultChecked: value === defaultValue })}
              className="size-5 shrink-0 outline-none"
            />
            <span className="grid">
              <span className="font-medium">{label}</span>
              {hint && <span className="text-sm text-ink-soft">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Selectable chips: `type` radio for one, checkbox for many. */
export function Chips({
  legend,
  legendHidden,
  hint,
  name,
  choices,
  error,
  required,
  type = "checkbox",
  defaultValues = [],
}: ChoicesFrame & { type?: "checkbox" | "radio"; defaultValues?: readonly string[] }) {
  return (
    <FieldGroup legend={legend} legendHidden={legendHidden} hint={hint} error={error}>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label, icon, disabled }) => (
          <label key={value} className={chipClasses}>
            <input
              type={type}
              name={name}
              value={value}
              required={type === "radio" && required}
              disabled={disabled}
              defaultChecked={defaultValues.includes(value)}
            />
            {icon && <Icon name={icon} className="" />}
            {label}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** A pill around a hidden input (styles/components.css). */
export const chipClasses = "chip";

/** A static chip. */
export function FactChip({ icon, strong = false, children }: { icon?: string; strong?: boolean; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex min-h-9 items-center gap-2 rounded-full px-3.5 text-sm font-medium",
        strong ? "bg-secondary-soft text-on-secondary-soft" : "bg-primary-soft text-on-primary-soft",
      )}
    >
      {icon && <Icon name={icon} className="size-4.5" />}
      {children}
    </span>
  );
}

/** A fieldset: several inputs for one question. */
export function FieldGroup({
  legend,
  legendHidden,
  hint,
  error,
  children,
}: {
  legend: ReactNode;
  legendHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && id].filter(Boolean).join(" ");
  return (
    <fieldset
      className="grid min-w-0 gap-2"
      aria-describedby={described || undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={classes("mb-1.5 text-sm font-semibold", legendHidden && "sr-only")}>{legend}</legend>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
