/** Likes and matches (§3 Like item, §4, §7). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { flag, text, time } from "./fields.ts";
import { idOf } from "./ids.ts";
import { INTERESTS } from "./interests.ts";
import { MemberCard, ProfileAnswer } from "./members.ts";

/** `like_new`: received and not yet seen. `match`: likes both ways. */
export const LikeItem = z.extend(MemberCard, { like_new: z.boolean(), match: z.boolean(), liked_at: time });
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
    summary: "Remove a like",
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
/**
 * The swipe game (§9: four likes a day). Days are those of the member's time zone, which the browser sends as its IANA name;
 * without one the last known applies, initially UTC.
 */
const zone = z.optional(text(1, 64));

/** A card of the game: besides the member, a little of what they tell about themselves. */
export const SwipeCandidate = z.extend(MemberCard, {
  /** Three at most, those that the caller has too first. */
  interests: z.array(z.enum(INTERESTS)),
  answer: z.nullable(ProfileAnswer),
});
export type SwipeCandidate = z.output<typeof SwipeCandidate>;

const SwipeGame = z.object({
  candidates: z.array(SwipeCandidate),
  likes_left: z.int(),
  /** When the next like is possible; null while some are left. */
  next_at: z.nullable(time),
});
export type SwipeGame = z.output<typeof SwipeGame>;

export const SwipeGameApi = {
  read: endpoint({
    method: "GET",
    path: "/api/swipe-game.php",
    summary: "A stack of matching members, and how many likes are left today",
    query: z.strictObject({ time_zone: zone }),
    answer: SwipeGame,
  }),
  swipe: endpoint({
    method: "POST",
    path: "/api/swipe-game.php",
    summary:
      "Swipe a member to the right (a like) or to the left (not shown for 30 days). The same like again is one like",
    body: z.strictObject({ id: idOf("member"), liked: flag, time_zone: zone }),
    answer: z.extend(z.omit(SwipeGame, { candidates: true }), { match: z.boolean(), profile: MemberCard }),
  }),
  undo: endpoint({
    method: "DELETE",
    path: "/api/swipe-game.php",
    summary: "Undo the last skip; null when there is none",
    answer: z.object({ profile: z.nullable(SwipeCandidate) }),
  }),
};
export type Likes = z.output<(typeof LikesApi.list)["answer"]>;
