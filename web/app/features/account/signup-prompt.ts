import type { MemberCard } from "@serenade/contract/members";

/** A visitor taps on a members-only action: the layout opens the sign-up modal (§2). Without script the link is followed. */
export interface SignupPrompt {
  reason: "like" | "message" | "photos";
  member: Pick<MemberCard, "id" | "name" | "main_image">;
}

const EVENT = "signup-prompt";

/** For a link: opens the modal instead of following the link, except where a new tab or window is wanted. */
export function promptSignup(prompt: SignupPrompt) {
  const onClick = (event: React.MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    const handled = !window.dispatchEvent(new CustomEvent(EVENT, { detail: prompt, cancelable: true }));
    if (handled) event.preventDefault();
  };
  // a click before React is there is held for it (inline-scripts/start-late.ts)
  return { onClick, "data-needs-script": "" };
}

export function onSignupPrompt(listener: (prompt: SignupPrompt) => void): () => void {
  const handle = (event: Event) => {
    event.preventDefault();
    listener((event as CustomEvent<SignupPrompt>).detail);
  };
  window.addEventListener(EVENT, handle);
  return () => window.removeEventListener(EVENT, handle);
}
