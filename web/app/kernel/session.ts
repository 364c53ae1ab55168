/**
 * The session is over (§8). "refused": a call of this page was answered with authentication_required, so the page goes to login
 * and comes back. "ended": the event stream says that it was ended, here or elsewhere; the page shows the visitor's side.
 */
export type LogoutReason = "refused" | "ended";
const EVENT = "logged-out";

export function announceLogout(reason: LogoutReason): void {
  if (typeof window !== "undefined") window.dispatchEvent(new CustomEvent(EVENT, { detail: reason }));
}

export function onLogout(listener: (reason: LogoutReason) => void): () => void {
  const heard = (event: Event) => listener((event as CustomEvent<LogoutReason>).detail);
  window.addEventListener(EVENT, heard);
  return () => window.removeEventListener(EVENT, heard);
}
