import { type SwipeCandidate, type SwipeGame, SwipeGameApi } from "@serenade/contract/likes";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { isCallFailure } from "~/platform/call-failure.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { useToast } from "~/ui/toasts.tsx";
import { queueMatch } from "./matches.ts";
import { likesKey } from "./queries.ts";

const GAME = ["swipe-game"] as const;
/** Prefetch threshold for the next stack. */
const FEW = 3;

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The stack and the day's likes, optimistic: a card leaves at once and returns with a reason on failure. */
export function useSwipeGame(loaded: SwipeGame) {
  const t = useTranslations("swipe");
  const e = useTranslations("errors");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const { data: game } = useQuery({
    queryKey: GAME,
    queryFn: async ({ signal }) => {
      const fresh = await call(SwipeGameApi.read, { query: { time_zone: deviceZone() }, signal });
      // the current card stays on top, whatever the server's order
      const known = client.getQueryData<SwipeGame>(GAME)?.candidates ?? [];
      const isKnown = new Set(known.map(({ id }) => id));
      return { ...fresh, candidates: [...known, ...fresh.candidates.filter(({ id }) => !isKnown.has(id))] };
    },
    initialData: loaded,
    refetchOnWindowFocus: false,
  });
  const next = () => {
    if (client.isMutating({ mutationKey: GAME }) > 1) return; // unsaved swipes would be in the stack again
    const left = client.getQueryData<SwipeGame>(GAME)?.candidates.length ?? 0;
    if (left <= FEW) client.invalidateQueries({ queryKey: GAME });
  };

  const { mutate: save } = useMutation({
    mutationKey: GAME,
    scope: { id: "swipe-game" }, // serialized in swipe order
    mutationFn: ({ member, liked }: { member: SwipeCandidate; liked: boolean }) =>
      call(SwipeGameApi.swipe, { body: { id: member.id, liked, time_zone: deviceZone() } }),
    onSuccess: ({ match, profile, likes_left, next_at }, { liked }) => {
      if (!liked) return;
      if (match) queueMatch(client, profile);
      if (client.isMutating({ mutationKey: GAME }) <= 1) change(client, (now) => ({ ...now, likes_left, next_at }));
      client.invalidateQueries({ queryKey: likesKey });
    },
    onError: (error, { member, liked }) => {
      const over = isCallFailure(error) && error.code === "swipe_limit_reached" ? String(error.params.next_at) : null;
      change(client, (now) => ({
        candidates: isGone(error) ? now.candidates : withFirst(member, now.candidates),
        likes_left: over ? 0 : now.likes_left + (liked ? 1 : 0),
        next_at: over ?? now.next_at,
      }));
      const why = isGone(error) ? e("member_gone") : errorMessage(error);
      const back = !over && !isGone(error);
      toast({ text: back ? t("failed", { name: member.name, reason: why }) : why, variant: "danger" });
    },
    onSettled: next,
  });

  const { mutate: undo } = useMutation({
    mutationKey: GAME,
    scope: { id: "swipe-game" },
    mutationFn: () => call(SwipeGameApi.undo),
    onSuccess: ({ profile }) => {
      if (profile) change(client, (now) => ({ ...now, candidates: withFirst(profile, now.candidates) }));
      else toast({ text: t("nothing_to_undo") });
    },
    onError: (error) => toast({ text: errorMessage(error), variant: "danger" }),
  });

  const swipe = async (member: SwipeCandidate, liked: boolean) => {
    await client.cancelQueries({ queryKey: GAME });
    change(client, (now) => ({
      ...now,
      candidates: now.candidates.filter(({ id }) => id !== member.id),
      likes_left: Math.max(0, now.likes_left - (liked ? 1 : 0)),
    }));
    save({ member, liked });
  };
  return { game, swipe, undo };
}

const change = (client: QueryClient, to: (game: SwipeGame) => SwipeGame) =>
  client.setQueryData<SwipeGame>(GAME, (game) => game && to(game));

/** The member no longer exists: the card does not return. */
const isGone = (error: unknown) => isCallFailure(error) && (error.code === "not_found" || error.code === "blocked");

const withFirst = (member: SwipeCandidate, others: SwipeCandidate[]) => [
  member,
  ...others.filter(({ id }) => id !== member.id),
];
