/** Likes and matches (§3 Like item, §4, §7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idOf } from "./ids.ts";
import { MemberCard } from "./members.ts";

/** `like_new`: received and not yet seen. `match`: likes both ways. */
export const LikeItem = z.extend(MemberCard, { like_new: z.boolean(), match: z.boolean(), liked_at: z.string() });
export type LikeItem = z.output<typeof LikeItem>;

const target = z.strictObject({ id: idOf("member") });

export const LikesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/likes.php",
    summary: "Members that the caller likes (profiles) and that like the caller (liked_by, new ones first)",
    polled: true,
    answer: z.object({ profiles: z.array(LikeItem), liked_by: z.array(LikeItem) }),
  }),
  like: endpoint({
    method: "POST",
    path: "/api/like.php",
    summary: "Like a member; liking twice is one like. `match` when the like is mutual",
    body: target,
    answer: z.object({ match: z.boolean(), profile: MemberCard }),
  }),
  unlike: endpoint({
    method: "DELETE",
    path: "/api/like.php",
    summary: "Take a like back",
    body: target,
    answer: z.object({ match: z.boolean(), profile: MemberCard }),
  }),
  auto: endpoint({
    method: "GET",
    path: "/api/auto-like.php",
    summary: "The oldest match that the caller has not been shown yet, marked as shown; or null",
    acts: true,
    answer: z.nullable(LikeItem),
  }),
};
export type Likes = z.output<(typeof LikesApi.list)["answer"]>;
