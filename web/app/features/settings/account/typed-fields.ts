import { type RefObject, useLayoutEffect } from "react";

/** Values by the names of their fields. */
export type TypedFields = Map<string, string>;

/** Fields that are drawn again elsewhere keep what was typed: one place `leaves` the values, the next one takes them. */
export function useTypedFields(
  node: RefObject<HTMLElement | null>,
  typed: RefObject<TypedFields>,
  leaves: boolean,
): void {
  useLayoutEffect(() => {
    const place = node.current!;
    const fields = () => [...place.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")];
    for (const field of fields()) {
      const value = typed.current.get(field.name);
      if (value === undefined) continue;
      if (field.type === "radio") field.checked = field.value === value;
      else field.value = value; // and the cursor is behind it
    }
    typed.current.clear();
    if (!leaves) return;
    return () => {
      for (const { type, checked, name, value } of fields())
        if (type !== "radio" || checked) typed.current.set(name, value);
    };
  }, [node, typed, leaves]);
}
