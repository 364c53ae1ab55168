import { type Likes, LikesApi } from "@serenade/contract/likes";
import type { MemberCard } from "@serenade/contract/members";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { keys, useLikes } from "~/kernel/queries.ts";
import { useToast } from "~/ui/toasts.tsx";
import { queueMatch } from "./matches.ts";

/** What is being saved right now is shown as if it were done; when it fails, it is taken back with a reason. */
export function useLike(member: MemberCard) {
  const t = useTranslations("likes");
  const tell = useToast();
  const words = useFailureWords();
  const client = useQueryClient();
  const mutationKey = ["like", member.id];
  const wanted = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => state.variables as boolean,
  }).at(-1);
  const listed = isListed(useLikes().data, member);

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `like ${member.id}` }, // two quick presses reach the server in their order
    mutationFn: (like: boolean) => call(like ? LikesApi.like : LikesApi.unlike, { body: { id: member.id } }),
    onSuccess: ({ match, profile }, like) => {
      if (like && match) queueMatch(client, profile);
      if (!like) tell({ text: t("unliked", { name: member.name }), action: <Undo onPress={() => mutate(true)} /> });
    },
    onError: (error, like) =>
      tell({
        text: t(like ? "failed" : "unlike_failed", { name: member.name, reason: words(error) }),
        look: "danger",
      }),
    // still pending until the list says the same, so that nothing flickers
    onSettled: () => client.invalidateQueries({ queryKey: keys.likes }),
  });
  const liked = wanted ?? listed;
  return { liked, toggle: () => mutate(!liked) };
}

/** Taking a like back may be a slip: it can be given again from the notice. */
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

/** As many as the API lists at most; a longer list is silent about the rest. */
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
