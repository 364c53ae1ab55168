/** The swipe game (product.md 5): a stack, right likes, left skips, the last skip can be undone. */
import { SwipeGameApi } from "@serenade/contract/likes";
import { SWIPE_STACK } from "@serenade/contract/limits";
import { type Call, type Member, on } from "../../../kernel/dispatch.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import { presentCard } from "../../members/present.ts";
import { findCard } from "../../members/queries.ts";
import { swipeLeft, swipeRight, undoSkip } from "./commands.ts";
import { presentCandidates } from "./present.ts";
import { getAllowance, listCandidates } from "./queries.ts";
import { zoneOf } from "./rules.ts";

const SWIPES = { name: "swipes", points: 300, seconds: 600, whenDown: "open" } as const;

type Own = Call & { member: Member };

export const swipeGameRoutes = [
  on(SwipeGameApi.read, "member", async (call) => {
    const { site, member, query } = call;
    const [cards, allowance] = await Promise.all([
      listCandidates(call, site.id, member.id, SWIPE_STACK),
      getAllowance(call.db, whoOf(call), call.clock.now(), zoneOf(query.time_zone)),
    ]);
    return { candidates: await presentCandidates(call.db, whoOf(call), cards, viewingOf(call)), ...allowance };
  }),
  on(
    SwipeGameApi.swipe,
    "member",
    async (call) => {
      const { id, liked, time_zone } = call.body;
      const zone = zoneOf(time_zone);
      const match = liked && (await swipeRight(call, whoOf(call), id, zone));
      if (!liked) await swipeLeft(call, whoOf(call), id, zone);
      const { likes_left, next_at } = await getAllowance(call.db, whoOf(call), call.clock.now(), zone);
      return { match, profile: presentCard(await cardOf(call, id), viewingOf(call)), likes_left, next_at };
    },
    { limit: SWIPES },
  ),
  on(
    SwipeGameApi.undo,
    "member",
    async (call) => {
      const id = await undoSkip(call, whoOf(call));
      return { profile: id === null ? null : await candidate(call, id) };
    },
    { limit: SWIPES },
  ),
];

const whoOf = ({ site, member }: Own) => ({ site: site.id, member: member.id });
const viewingOf = ({ ids, clock }: Call) => ({ ids, now: clock.now() });

const cardOf = async ({ db, site, member }: Own, id: number) => orNotFound(await findCard(db, site.id, member.id, id));

async function candidate(call: Own, id: number) {
  const [only] = await presentCandidates(call.db, whoOf(call), [await cardOf(call, id)], viewingOf(call));
  return only!;
}
