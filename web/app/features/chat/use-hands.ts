import { type RefObject, useEffect, useRef } from "react";

const LATELY_MS = 1_000;
const GESTURES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * Whether somebody has just scrolled this by hand: a wheel, a finger, a key, or a press that still lasts. What scrolls without
 * one of them is the page itself, because something has turned out higher or lower.
 */
export function useHands(scroller: RefObject<HTMLElement | null>): () => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY);
  const pressed = useRef(false);
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const touch = (event: Event) => {
      last.current = performance.now();
      if (event.type === "pointerdown") pressed.current = true;
    };
    const release = () => {
      if (pressed.current) last.current = performance.now();
      pressed.current = false;
    };
    for (const type of GESTURES) node.addEventListener(type, touch, { passive: true });
    for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, release);
    return () => {
      for (const type of GESTURES) node.removeEventListener(type, touch);
      for (const type of ["pointerup", "pointercancel"]) window.removeEventListener(type, release);
    };
  }, [scroller]);
  return () => pressed.current || performance.now() - last.current < LATELY_MS;
}
