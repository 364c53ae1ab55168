import { type SwipeGame, SwipeGameApi } from "@serenade/contract/likes";
import type { MemberCard } from "@serenade/contract/members";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { isCallFailure } from "~/kernel/call-failure.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { keys } from "~/kernel/queries.ts";
import { useToast } from "~/ui/toasts.tsx";
import { queueMatch } from "./matches.ts";

const GAME = ["swipe-game"] as const;
/** With so few left, the next stack is fetched while these are looked at. */
const FEW = 3;

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The stack and the day's likes, ahead of the server: a card leaves at once, and comes back with a reason when that failed. */
export function useSwipeGame(loaded: SwipeGame) {
  const t = useTranslations("swipe");
  const e = useTranslations("errors");
  const tell = useToast();
  const words = useFailureWords();
  const client = useQueryClient();
  const { data: game } = useQuery({
    queryKey: GAME,
    queryFn: async ({ signal }) => {
      const fresh = await call(SwipeGameApi.read, { query: { time_zone: deviceZone() }, signal });
      // the card that is looked at stays on top, whatever the server's order is by now
      const known = client.getQueryData<SwipeGame>(GAME)?.candidates ?? [];
      const isKnown = new Set(known.map(({ id }) => id));
      return { ...fresh, candidates: [...known, ...fresh.candidates.filter(({ id }) => !isKnown.has(id))] };
    },
    initialData: loaded,
    refetchOnWindowFocus: false,
  });
  const next = () => {
    if (client.isMutating({ mutationKey: GAME }) > 1) return; // what is not saved yet would come again
    const left = client.getQueryData<SwipeGame>(GAME)?.candidates.length ?? 0;
    if (left <= FEW) client.invalidateQueries({ queryKey: GAME });
  };

  const { mutate: save } = useMutation({
    mutationKey: GAME,
    scope: { id: "swipe-game" }, // one after the other, as they were swiped
    mutationFn: ({ member, liked }: { member: MemberCard; liked: boolean }) =>
      call(SwipeGameApi.swipe, { body: { id: member.id, liked, time_zone: deviceZone() } }),
    onSuccess: ({ match, profile, likes_left, next_at }, { liked }) => {
      if (!liked) return;
      if (match) queueMatch(client, profile);
      if (client.isMutating({ mutationKey: GAME }) <= 1) change(client, (now) => ({ ...now, likes_left, next_at }));
      client.invalidateQueries({ queryKey: keys.likes });
    },
    onError: (error, { member, liked }) => {
      const over = isCallFailure(error) && error.code === "swipe_limit_reached" ? String(error.params.next_at) : null;
      change(client, (now) => ({
        candidates: isGone(error) ? now.candidates : withFirst(member, now.candidates),
        likes_left: over ? 0 : now.likes_left + (liked ? 1 : 0),
        next_at: over ?? now.next_at,
      }));
      const why = isGone(error) ? e("member_gone") : words(error);
      const back = !over && !isGone(error);
      tell({ text: back ? t("failed", { name: member.name, reason: why }) : why, look: "danger" });
    },
    onSettled: next,
  });

  const { mutate: undo } = useMutation({
    mutationKey: GAME,
    scope: { id: "swipe-game" },
    mutationFn: () => call(SwipeGameApi.undo),
    onSuccess: ({ profile }) => {
      if (profile) change(client, (now) => ({ ...now, candidates: withFirst(profile, now.candidates) }));
      else tell({ text: t("nothing_to_undo") });
    },
    onError: (error) => tell({ text: words(error), look: "danger" }),
  });

  const swipe = async (member: MemberCard, liked: boolean) => {
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

/** Not to be met any more: such a card does not come back. */
const isGone = (error: unknown) => isCallFailure(error) && (error.code === "not_found" || error.code === "blocked");

const withFirst = (member: MemberCard, others: MemberCard[]) => [
  member,
  ...others.filter(({ id }) => id !== member.id),
];
