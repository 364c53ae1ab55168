import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useUser } from "~/features/account/queries.ts";
import { useAutoLike, useMatches } from "./matches.ts";

const MatchModal = lazy(() => import("./match-modal.tsx"));

/** A match does not interrupt payment or sign-up. */
const PAYING = /^\/(credits|premium|directdebit|transactions|complete-signup)(\/|$)/;

/** Shows a match on any page. The modal's code loads with the first match. */
export function MatchHost() {
  const user = useUser();
  const { match, close } = useMatches();
  const typing = useIsTyping();
  const paying = PAYING.test(useLocation().pathname);
  const shown = user && !typing && !paying ? match : null;
  useAutoLike(shown);
  const [loaded, setLoaded] = useState(false);
  if (shown && !loaded) setLoaded(true);
  if (!user || !loaded) return null;
  return (
    <Suspense fallback={null}>
      <MatchModal match={shown} own={user} onClose={close} />
    </Suspense>
  );
}

/** A member who is typing is not interrupted: the match waits until the field is left or empty. */
function useIsTyping(): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const update = () => {
      const field = document.activeElement;
      setTyping(field instanceof HTMLTextAreaElement && field.value.trim() !== "");
    };
    const events = ["focusin", "focusout", "input"] as const;
    const later = () => setTimeout(update);
    for (const event of events) document.addEventListener(event, later);
    return () => {
      for (const event of events) document.removeEventListener(event, later);
    };
  }, []);
  return typing;
}
