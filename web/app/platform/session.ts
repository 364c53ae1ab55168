/**
 * The session is over (§8). "refused": a call failed with authentication_required, so the page redirects to login and returns.
 * "ended": the event stream reports a logout, here or on another device; the page reloads as a visitor.
 */
export type LogoutReason = "refused" | "ended";
const EVENT = "logged-out";

export function announceLogout(reason: LogoutReason): void {
  if (typeof window !== "undefined") window.dispatchEvent(new CustomEvent(EVENT, { detail: reason }));
}

export function onLogout(listener: (reason: LogoutReason) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<LogoutReason>).detail);
  window.addEventListener(EVENT, handle);
  return () => window.removeEventListener(EVENT, handle);
}
