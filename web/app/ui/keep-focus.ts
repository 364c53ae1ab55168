import { type RefObject, useEffect, useRef } from "react";

/** When what had the focus has gone with a change of `state`, the focus goes to `place` and not back to the start of the document. */
export function useKeptFocus(place: RefObject<HTMLElement | null>, state: unknown): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    // a dialog that closes gives the focus back first, or tries to
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [place, state]);
}
