import type { MemberCard } from "@serenade/contract/members";

/** A visitor wants what only a member can: the layout shows the sign-up modal (§2). Without script the link leads on. */
export interface Wish {
  for: "like" | "message" | "photos";
  member: Pick<MemberCard, "id" | "name" | "main_image">;
}

const EVENT = "wants-to-join";

/** For a link's onClick: opens the modal in place of following it, unless it is to open elsewhere. */
export function askToJoin(wish: Wish) {
  return (event: React.MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    const taken = !window.dispatchEvent(new CustomEvent(EVENT, { detail: wish, cancelable: true }));
    if (taken) event.preventDefault();
  };
}

export function onWishToJoin(listener: (wish: Wish) => void): () => void {
  const heard = (event: Event) => {
    event.preventDefault();
    listener((event as CustomEvent<Wish>).detail);
  };
  window.addEventListener(EVENT, heard);
  return () => window.removeEventListener(EVENT, heard);
}
