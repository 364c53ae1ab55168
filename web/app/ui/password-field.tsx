import { type ComponentProps, useState } from "react";
import { controlClasses, Field, type FieldFrame, frame } from "./field.tsx";
import { Icon } from "./icon.tsx";

/** A password field with a show button, which needs script. */
export function PasswordField({
  label,
  hint,
  error,
  labelHidden,
  showLabel,
  ...rest
}: FieldFrame & Omit<ComponentProps<"input">, "type"> & { showLabel: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...frame({ label, hint, error, labelHidden })}>
      {(aria) => (
        <span className="relative block">
          <input {...rest} {...aria} type={shown ? "text" : "password"} className={controlClasses(error, "pr-13")} />
          <button
            type="button"
            aria-label={showLabel}
            aria-pressed={shown}
            title={showLabel}
            onClick={() => setShown(!shown)}
            className="absolute top-1/2 right-1 grid size-11 -translate-y-1/2 place-items-center rounded-control text-ink-soft hover:text-ink [@media(scripting:none)]:hidden"
          >
            <Icon name={shown ? "eye-off" : "eye"} className="size-5" />
          </button>
        </span>
      )}
    </Field>
  );
}
