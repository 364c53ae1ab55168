import type { Chats } from "@serenade/contract/chat";
import type { Likes } from "@serenade/contract/likes";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { chatsKey } from "~/features/chat/queries.ts";
import { likesKey, useLikes } from "./queries.ts";

/** Opening a profile clears its new-like flag (§4): the server does it with the page; this updates the badges at once. */
export function useSeenLike(member: string) {
  const client = useQueryClient();
  const isNew = useLikes().data?.liked_by.some(({ id, like_new }) => id === member && like_new) ?? false;
  useEffect(() => {
    if (!isNew) return;
    client.setQueryData<Likes>(
      likesKey,
      (likes) =>
        likes && {
          ...likes,
          liked_by: likes.liked_by.map((like) => (like.id === member ? { ...like, like_new: false } : like)),
        },
    );
    client.setQueryData<Chats>(
      chatsKey,
      (chats) => chats && { ...chats, new_likes_total: Math.max(0, chats.new_likes_total - 1) },
    );
  }, [client, member, isNew]);
}
