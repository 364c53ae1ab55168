import { LikesApi } from "@serenade/contract/likes";
import { AUTO_LIKE_DELAY_MS, LIKES_RELOAD_DELAY_MS } from "@serenade/contract/limits";
import type { MemberCard } from "@serenade/contract/members";
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { call } from "~/kernel/call.ts";
import { useLive } from "~/kernel/live.ts";
import { keys, useUser } from "~/kernel/queries.ts";

/** Under the member's key, so that logging out forgets them. */
const MATCHES = ["matches"] as const;

/** Matches that wait to be shown, the oldest first; the first is on screen. */
export function useMatches() {
  const client = useQueryClient();
  const { data } = useQuery<MemberCard[]>({ queryKey: MATCHES, queryFn: skipToken });
  const close = useCallback(() => {
    client.setQueryData<MemberCard[]>(MATCHES, (waiting) => waiting?.slice(1));
  }, [client]);
  return { match: data?.[0] ?? null, close };
}

export function queueMatch(client: QueryClient, profile: MemberCard) {
  client.setQueryData<MemberCard[]>(MATCHES, (waiting = []) =>
    waiting.some(({ id }) => id === profile.id) ? waiting : [...waiting, profile],
  );
}

/**
 * 500 ms after a match was announced or has appeared, the server is asked for the oldest one that was not shown yet, and
 * the likes are loaded again half a second later (§4, §7). Only one of several tabs gets it.
 */
export function useAutoLike(shown: MemberCard | null) {
  const client = useQueryClient();
  const member = useUser()?.id;
  const ask = useCallback(async () => {
    const profile = await call(LikesApi.auto).catch(() => null);
    if (!profile) return;
    queueMatch(client, profile);
    setTimeout(() => client.invalidateQueries({ queryKey: keys.likes }), LIKES_RELOAD_DELAY_MS);
  }, [client]);
  const soon = useCallback(() => setTimeout(ask, AUTO_LIKE_DELAY_MS), [ask]);
  useLive("match", () => void soon());
  useEffect(() => {
    if (!member || !shown) return;
    const timer = soon();
    return () => clearTimeout(timer);
  }, [member, shown, soon]);
}
