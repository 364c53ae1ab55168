import { useEffect, useState } from "react";
import { randomKey } from "~/platform/call.ts";

/** One key, one order: another payment method, or returning from the provider, starts another order. */
export function useOrderKey(first: string, answer: { code: string } | undefined) {
  const [key, setKey] = useState(first);
  const [seen, setSeen] = useState(answer);
  if (seen !== answer) {
    setSeen(answer);
    // without a response the order may exist: the same key finds it
    if (answer?.code !== "network") setKey(first);
  }
  const renew = () => setKey(randomKey());
  useEffect(() => {
    // restored from the back/forward cache after the provider's page: reset
    const shown = (event: PageTransitionEvent) => event.persisted && location.reload();
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, []);
  return { key, renew };
}
