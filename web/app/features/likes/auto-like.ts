import { AUTO_LIKE_DELAY_MS, LIKES_RELOAD_DELAY_MS } from "@serenade/contract/limits";

interface AutoLike<Profile> {
  /** Whether there is still something to ask when the time has come. */
  wanted: () => boolean;
  /** The oldest match that was not shown yet, or null. */
  ask: () => Promise<Profile | null>;
  found: (profile: Profile) => void;
  reload: () => void;
}

/**
 * Asks 500 ms from now, and loads the likes again half a second after the answer (§4 Match modal, §7). Without an answer nothing
 * follows. What it returns calls off a question that was not asked yet.
 */
export function autoLike<Profile>({ wanted, ask, found, reload }: AutoLike<Profile>): () => void {
  const timer = setTimeout(async () => {
    if (!wanted()) return;
    const profile = await ask().catch(() => undefined);
    if (profile === undefined) return;
    if (profile) found(profile);
    setTimeout(reload, LIKES_RELOAD_DELAY_MS);
  }, AUTO_LIKE_DELAY_MS);
  return () => clearTimeout(timer);
}
