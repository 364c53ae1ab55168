/** Motion that follows the device's setting. */

export const isCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether a navigation may fade from page to page (View Transitions); false on the server. */
export const fades = (): boolean => typeof matchMedia === "function" && !isCalm();

/** A tick that the hand feels, where the device has one. */
export function tick(): void {
  if (!isCalm()) navigator.vibrate?.(12);
}
