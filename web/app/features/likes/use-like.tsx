import { type Likes, LikesApi } from "@serenade/contract/likes";
import type { MemberCard } from "@serenade/contract/members";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { tick } from "~/ui/motion.ts";
import { useToast } from "~/ui/toasts.tsx";
import { queueMatch } from "./matches.ts";
import { likesKey, useLikes } from "./queries.ts";

/** Optimistic like: shown at once, rolled back with a reason on failure. */
export function useLike(member: MemberCard) {
  const t = useTranslations("likes");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const mutationKey = ["like", member.id];
  const pending = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => state.variables as boolean,
  }).at(-1);
  const listed = isListed(useLikes().data, member);

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `like ${member.id}` }, // quick presses reach the server in order
    mutationFn: (like: boolean) => call(like ? LikesApi.like : LikesApi.unlike, { body: { id: member.id } }),
    onSuccess: ({ match, profile }, like) => {
      if (like && match) queueMatch(client, profile);
      if (!like) toast({ text: t("unliked", { name: member.name }), action: <Undo onPress={() => mutate(true)} /> });
    },
    onError: (error, like) =>
      toast({
        text: t(like ? "failed" : "unlike_failed", { name: member.name, reason: errorMessage(error) }),
        variant: "danger",
      }),
    // pending until the list has the new state, so that nothing flickers
    onSettled: () => client.invalidateQueries({ queryKey: likesKey }),
  });
  const liked = pending ?? listed;
  const toggle = () => {
    if (!liked) tick();
    mutate(!liked);
  };
  return { liked, toggle };
}

/** Removing a like can be undone from the toast. */
function Undo({ onPress }: { onPress: () => void }) {
  const t = useTranslations("likes");
  const [done, setDone] = useState(false);
  const undo = () => {
    setDone(true);
    onPress();
  };
  return (
    <button
      type="button"
      onClick={undo}
      disabled={done}
      className="-mb-2.5 min-h-11 justify-self-start font-semibold text-link disabled:opacity-55"
    >
      {t("undo")}
    </button>
  );
}

/** The API lists at most this many; the rest is unknown. */
const LISTED_MAX = 500;
const sets = new WeakMap<Likes, Set<string>>();

function isListed(likes: Likes | undefined, member: MemberCard): boolean {
  if (!likes) return member.liked;
  let ids = sets.get(likes);
  if (!ids) {
    ids = new Set(likes.profiles.map(({ id }) => id));
    sets.set(likes, ids);
  }
  return ids.has(member.id) || (ids.size >= LISTED_MAX && member.liked);
}
