import { LikesApi } from "@serenade/contract/likes";
import type { MemberCard } from "@serenade/contract/members";
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
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
 * §4 Match modal: the server is asked once for each match, 500 ms after the match has appeared, or, when an event announces one
 * that this tab does not know, in order to get it. Only one of several tabs gets it.
 */
export function useAutoLike(shown: MemberCard | null) {
  const client = useQueryClient();
  const member = useUser()?.id;
  const asked = useRef(new Set<string>());
  const callOff = useRef(() => {});
  const soon = useCallback(
    (wanted: () => boolean) => {
      callOff.current = autoLike({
        wanted,
        ask: () => call(LikesApi.auto),
        found: (profile) => {
          asked.current.add(profile.id);
          queueMatch(client, profile);
        },
        reload: () => void client.invalidateQueries({ queryKey: keys.likes }),
      });
    },
    [client],
  );
  // a match that was made in this tab is here before its event
  useLive("match", () => soon(() => !client.getQueryData<MemberCard[]>(MATCHES)?.length));
  useEffect(() => {
    if (!member || !shown || asked.current.has(shown.id)) return;
    asked.current.add(shown.id);
    soon(() => true);
  }, [member, shown, soon]);
  // closing the modal does not call it off, logging out does
  useEffect(() => () => (member ? callOff.current() : undefined), [member]);
}
