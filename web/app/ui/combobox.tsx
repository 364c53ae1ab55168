import { type KeyboardEvent, useId, useState } from "react";
import { classes } from "./classes.ts";
import { controlClasses, Field, type FieldFrame, frame } from "./field.tsx";
import { useMounted } from "./mounted.ts";

export interface ComboboxOption {
  key: string;
  label: string;
  detail?: string;
}

/**
 * A text field with a list of what fits it (WAI-ARIA: editable combobox with list autocompletion). The arrow keys move through
 * the list while the focus stays in the field; Enter chooses, Escape closes. Without script: a text field.
 */
export function Combobox({
  name,
  value,
  onValue,
  options,
  onChoose,
  status,
  label,
  hint,
  error,
  labelHidden,
}: FieldFrame & {
  name: string;
  value: string;
  onValue: (value: string) => void;
  options: readonly ComboboxOption[];
  onChoose: (key: string) => void;
  /** Announced while the list is open: how many there are. */
  status: string;
}) {
  const scripted = useMounted();
  const list = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const shown = open && options.length > 0;
  const active = shown ? options[at] : undefined;
  const choose = (key: string) => {
    onChoose(key);
    close();
  };
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const move = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    setOpen(true);
    if (options.length > 0) setAt(at < 0 && by < 0 ? options.length - 1 : (at + by + options.length) % options.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(event, 1);
    else if (event.key === "ArrowUp") move(event, -1);
    else if (event.key === "Enter" && active) {
      event.preventDefault();
      choose(active.key);
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      close();
    }
  };
  return (
    <Field {...frame({ label, hint, error, labelHidden })}>
      {(aria) => (
        <div className="relative">
          <input
            type="text"
            name={name}
            value={value}
            autoComplete="off"
            maxLength={80}
            {...aria}
            {...(scripted && {
              role: "combobox",
              "aria-autocomplete": "list" as const,
              "aria-expanded": shown,
              "aria-controls": list,
              "aria-activedescendant": active && `${list}-${at}`,
            })}
            onChange={({ target }) => {
              onValue(target.value);
              setOpen(true);
              setAt(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
            className={controlClasses(error)}
          />
          <div
            role="listbox"
            id={list}
            aria-label={shown ? String(label) : undefined}
            hidden={!shown}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-control border border-line bg-raised p-1 shadow-float"
          >
            {shown &&
              options.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
                <div
                  key={option.key}
                  id={`${list}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(option.key)}
                  className={classes(
                    "grid min-h-11 cursor-pointer content-center rounded-control px-3 py-1.5",
                    index === at ? "bg-primary-soft" : "hover:bg-sunken",
                  )}
                >
                  <span className="font-medium">{option.label}</span>
                  {option.detail && <span className="text-sm text-ink-soft">{option.detail}</span>}
                </div>
              ))}
          </div>
          <p role="status" className="sr-only">
            {shown && status}
          </p>
        </div>
      )}
    </Field>
  );
}
