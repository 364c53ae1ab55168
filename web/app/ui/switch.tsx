import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useRef } from "react";

interface SwitchState {
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A native checkbox, so that a form can send it without script. */
export function Switch({
  on,
  onChange,
  ...rest
}: Omit<ComponentProps<"input">, "onChange" | "type" | "checked"> & SwitchState) {
  const node = useRef<HTMLInputElement>(null);
  const catchUp = useEffectEvent(() => {
    if (node.current && node.current.checked !== on) onChange(node.current.checked);
  });
  // it may have been pressed before React ran
  useEffect(() => catchUp(), []);
  return (
    <input
      {...rest}
      ref={node}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked
      role="switch"
      checked={on}
      onChange={({ target }) => onChange(target.checked)}
      className="switch"
    />
  );
}

/** A switch after its label; the whole row can be pressed. */
export function SwitchRow({
  label,
  hint,
  ...rest
}: ComponentProps<typeof Switch> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Switch is the control
    <label className="flex min-h-14 items-center gap-4 py-2.5">
      <span className="grid min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        {hint && (
          <span id={id} className="text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </span>
      <Switch {...rest} aria-describedby={hint ? id : undefined} />
    </label>
  );
}
