/** Losing the session (§8): the API says so, or the live stream does. The shell listens and shows the visitor's side. */
const EVENT = "logged-out";

export function announceLogout(): void {
  if (typeof window !== "undefined") window.dispatchEvent(new Event(EVENT));
}

export function onLogout(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
