import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useUser } from "./queries.ts";
import { onSignupPrompt, type SignupPrompt } from "./signup-prompt.ts";

const SignupModal = lazy(() => import("./signup-modal.tsx"));

/** Opens sign-up when a visitor presses like, message or "see more photos". The form's code loads on first use. */
export function SignupHost() {
  const visitor = useUser() === null;
  const { pathname } = useLocation();
  const [prompt, setPrompt] = useState<SignupPrompt | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!visitor) return;
    return onSignupPrompt((next) => {
      setPrompt(next);
      setOpen(true);
    });
  }, [visitor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the modal
  useEffect(() => setOpen(false), [pathname]);
  if (!visitor || !prompt) return null;
  return (
    <Suspense fallback={null}>
      <SignupModal
        key={`${prompt.reason} ${prompt.member.id}`}
        prompt={prompt}
        open={open}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}
