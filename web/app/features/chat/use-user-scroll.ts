import { type RefObject, useEffect, useRef } from "react";

const RECENT_MS = 1_000;
const GESTURES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * Whether the user is scrolling this element: a wheel, touch or key event in the last second, or a lasting press. Any other
 * scrolling is a layout shift.
 */
export function useUserScroll(scroller: RefObject<HTMLElement | null>): () => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY);
  const pressed = useRef(false);
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const onGesture = (event: Event) => {
      last.current = performance.now();
      if (event.type === "pointerdown") pressed.current = true;
    };
    const release = () => {
      if (pressed.current) last.current = performance.now();
      pressed.current = false;
    };
    for (const type of GESTURES) node.addEventListener(type, onGesture, { passive: true });
    for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, release);
    return () => {
      for (const type of GESTURES) node.removeEventListener(type, onGesture);
      for (const type of ["pointerup", "pointercancel"]) window.removeEventListener(type, release);
    };
  }, [scroller]);
  return () => pressed.current || performance.now() - last.current < RECENT_MS;
}
