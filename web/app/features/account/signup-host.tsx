import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { onWishToJoin, type Wish } from "~/kernel/join.ts";
import { useUser } from "~/kernel/queries.ts";

const SignupModal = lazy(() => import("./signup-modal.tsx"));

/** Waits for a visitor who presses like, message or "see more photos". The form's code comes with the first of them. */
export function SignupHost() {
  const visitor = useUser() === null;
  const { pathname } = useLocation();
  const [wish, setWish] = useState<Wish | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!visitor) return;
    return onWishToJoin((wanted) => {
      setWish(wanted);
      setOpen(true);
    });
  }, [visitor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another intention
  useEffect(() => setOpen(false), [pathname]);
  if (!visitor || !wish) return null;
  return (
    <Suspense fallback={null}>
      <SignupModal key={`${wish.for} ${wish.member.id}`} wish={wish} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
