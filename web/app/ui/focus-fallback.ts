import { type RefObject, useEffect, useRef } from "react";

/** When a change of `state` removes the focused element, the focus goes to `place` instead of the document's start. */
export function useFocusFallback(place: RefObject<HTMLElement | null>, state: unknown): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    // after a closing dialog has restored the focus
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [place, state]);
}
