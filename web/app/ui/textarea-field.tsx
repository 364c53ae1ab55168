import { type ComponentProps, useState } from "react";
import { classes } from "./classes.ts";
import { controlClasses, Field, type FieldFrame, frame } from "./field.tsx";

/** A multi-line text field; with `maxLength` it shows the remaining characters, formatted by `left`. */
export function TextareaField({
  label,
  hint,
  error,
  labelHidden,
  className,
  left,
  onChange,
  ...rest
}: FieldFrame & ComponentProps<"textarea"> & { left?: (count: number) => string }) {
  const [length, setLength] = useState([...String(rest.defaultValue ?? "")].length);
  const max = rest.maxLength;
  return (
    <div className="grid content-start gap-1">
      <Field {...frame({ label, hint, error, labelHidden })}>
        {(aria) => (
          <textarea
            rows={4}
            {...rest}
            {...aria}
            onChange={(event) => {
              setLength([...event.target.value].length);
              onChange?.(event);
            }}
            className={controlClasses(error, classes("resize-y", className))}
          />
        )}
      </Field>
      {max !== undefined && left && (
        <p
          className={classes(
            "text-right text-sm tabular-nums",
            max - length < 20 ? "text-danger-text" : "text-ink-soft",
          )}
        >
          {left(max - length)}
        </p>
      )}
    </div>
  );
}
