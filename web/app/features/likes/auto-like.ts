import { AUTO_LIKE_DELAY_MS, LIKES_RELOAD_DELAY_MS } from "@serenade/contract/limits";

interface AutoLike<Profile> {
  /** Whether the request is still needed when its timer fires. */
  isNeeded: () => boolean;
  /** The oldest match not shown yet, or null. */
  request: () => Promise<Profile | null>;
  found: (profile: Profile) => void;
  reload: () => void;
}

/**
 * Calls the server after 500 ms and reloads the likes half a second after its response (§4 Match modal, §7); a failure is ignored.
 * Returns a function that cancels the pending call.
 */
export function autoLike<Profile>({ isNeeded, request, found, reload }: AutoLike<Profile>): () => void {
  const timer = setTimeout(async () => {
    if (!isNeeded()) return;
    const profile = await request().catch(() => undefined);
    if (profile === undefined) return;
    if (profile) found(profile);
    setTimeout(reload, LIKES_RELOAD_DELAY_MS);
  }, AUTO_LIKE_DELAY_MS);
  return () => clearTimeout(timer);
}
