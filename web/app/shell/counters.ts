import { useChats } from "~/features/chat/queries.ts";

/** Unread messages and new likes, for badges, the title's prefix and the installed app's icon. */
export function useCounters() {
  const chats = useChats();
  const unread = chats?.unread_total ?? 0;
  const newLikes = chats?.new_likes_total ?? 0;
  return { unread, newLikes, total: unread + newLikes };
}
