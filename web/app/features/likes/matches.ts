import { LikesApi } from "@serenade/contract/likes";
import type { MemberCard } from "@serenade/contract/members";
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { call } from "~/kernel/call.ts";
import { useLive } from "~/kernel/live.ts";
import { keys, useUser } from "~/kernel/queries.ts";
import { autoLike } from "./auto-like.ts";

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
 * After a match was announced or has appeared, the server is asked for the oldest one that was not shown yet (§4). Only one of
 * several tabs gets it.
 */
export function useAutoLike(shown: MemberCard | null) {
  const client = useQueryClient();
  const member = useUser()?.id;
  const soon = useCallback(
    () =>
      autoLike({
        ask: () => call(LikesApi.auto),
        found: (profile) => queueMatch(client, profile),
        reload: () => void client.invalidateQueries({ queryKey: keys.likes }),
      }),
    [client],
  );
  useLive("match", () => void soon());
  useEffect(() => (member && shown ? soon() : undefined), [member, shown, soon]);
}
