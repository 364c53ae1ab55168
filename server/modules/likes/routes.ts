/** Likes and matches (§4, §7). */
import { LikesApi } from "@serenade/contract/likes";
import { type Call, type Member, on } from "../../kernel/dispatch.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import { presentCard } from "../members/present.ts";
import { findCard } from "../members/queries.ts";
import { likeMember, takeUnshownMatch, unlikeMember } from "./commands.ts";
import { presentLike } from "./present.ts";
import { listReceived, listSent } from "./queries.ts";

const LIKES = { name: "likes", points: 120, seconds: 600, whenDown: "open" } as const;

export const likeRoutes = [
  on(LikesApi.list, "member", async ({ db, site, member, ...call }) => {
    const viewing = { ids: call.ids, now: call.clock.now() };
    const [sent, received] = await Promise.all([
      listSent(db, site.id, member.id),
      listReceived(db, site.id, member.id),
    ]);
    return {
      profiles: sent.map((row) => presentLike(row, viewing)),
      liked_by: received.map((row) => presentLike(row, viewing)),
    };
  }),
  on(LikesApi.like, "member", async (call) => liked(call, await likeMember(call, pair(call))), { limit: LIKES }),
  on(LikesApi.unlike, "member", async (call) => {
    await unlikeMember(call, pair(call));
    return liked(call, false);
  }),
  on(LikesApi.auto, "member", async (call) => {
    const row = await takeUnshownMatch(call, call.site.id, call.member.id);
    return row && presentLike(row, viewingOf(call));
  }),
];

const viewingOf = ({ ids, clock }: Call) => ({ ids, now: clock.now() });

const pair = ({ site, member, body }: Call<typeof LikesApi.like, Member>) => ({
  site: site.id,
  liker: member.id,
  liked: body.id,
});

async function liked(call: Call<typeof LikesApi.like, Member>, match: boolean) {
  const card = orNotFound(await findCard(call.db, call.site.id, call.member.id, call.body.id));
  return { match, profile: presentCard(card, viewingOf(call)) };
}
