import type { Chats } from "@serenade/contract/chat";
import type { Likes } from "@serenade/contract/likes";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keys, useLikes } from "~/kernel/queries.ts";

/** Opening a liked profile clears its new-like flag (§4): the server does it with the page, the badges follow at once. */
export function useSeenLike(member: string) {
  const client = useQueryClient();
  const isNew = useLikes().data?.liked_by.some(({ id, like_new }) => id === member && like_new) ?? false;
  useEffect(() => {
    if (!isNew) return;
    client.setQueryData<Likes>(
      keys.likes,
      (likes) =>
        likes && {
          ...likes,
          liked_by: likes.liked_by.map((like) => (like.id === member ? { ...like, like_new: false } : like)),
        },
    );
    client.setQueryData<Chats>(
      keys.chats,
      (chats) => chats && { ...chats, new_likes_total: Math.max(0, chats.new_likes_total - 1) },
    );
  }, [client, member, isNew]);
}
