import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useUser } from "~/kernel/queries.ts";
import { useAutoLike, useMatches } from "./matches.ts";

const MatchModal = lazy(() => import("./match-modal.tsx"));

/** Nothing comes between a member and a form that costs money. */
const PAYING = /^\/(credits|premium|directdebit|transactions|complete-signup)(\/|$)/;

/** Shows a match wherever the member is. Its code comes with the first one. */
export function MatchHost() {
  const user = useUser();
  const { match, close } = useMatches();
  const writing = useWriting();
  const paying = PAYING.test(useLocation().pathname);
  const shown = user && !writing && !paying ? match : null;
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

/** Whoever is in the middle of a sentence is not interrupted: the match waits until the field is left or empty. */
function useWriting(): boolean {
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    const look = () => {
      const field = document.activeElement;
      setWriting(field instanceof HTMLTextAreaElement && field.value.trim() !== "");
    };
    const events = ["focusin", "focusout", "input"] as const;
    const later = () => setTimeout(look);
    for (const event of events) document.addEventListener(event, later);
    return () => {
      for (const event of events) document.removeEventListener(event, later);
    };
  }, []);
  return writing;
}
