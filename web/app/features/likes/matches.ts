import { LikesApi } from "@serenade/contract/likes";
import type { MemberCard } from "@serenade/contract/members";
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useUser } from "~/features/account/queries.ts";
import { call } from "~/platform/call.ts";
import { useLive } from "~/platform/live.ts";
import { autoLike } from "./auto-like.ts";
import { likesKey } from "./queries.ts";

/** In the query cache, which logout clears. */
const MATCHES = ["matches"] as const;

/** Queue of matches, oldest first; the first is on screen. */
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
 * §4 Match modal: the server is called once per match: 500 ms after the modal appears, or, if an event announces a match that this
 * tab does not know, to fetch it. The server hands it to one tab only.
 */
export function useAutoLike(shown: MemberCard | null) {
  const client = useQueryClient();
  const member = useUser()?.id;
  const requested = useRef(new Set<string>());
  const cancel = useRef(() => {});
  const schedule = useCallback(
    (isNeeded: () => boolean) => {
      cancel.current = autoLike({
        isNeeded,
        request: () => call(LikesApi.auto),
        found: (profile) => {
          requested.current.add(profile.id);
          queueMatch(client, profile);
        },
        reload: () => void client.invalidateQueries({ queryKey: likesKey }),
      });
    },
    [client],
  );
  // a match made in this tab is queued before its event arrives
  useLive("match", () => schedule(() => !client.getQueryData<MemberCard[]>(MATCHES)?.length));
  useEffect(() => {
    if (!member || !shown || requested.current.has(shown.id)) return;
    requested.current.add(shown.id);
    schedule(() => true);
  }, [member, shown, schedule]);
  // closing the modal does not cancel the request, logging out does
  useEffect(() => () => (member ? cancel.current() : undefined), [member]);
}
