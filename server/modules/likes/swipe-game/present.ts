/** A member as a card of the swipe game: their interests, what the two share first, and one answer. */
import type { Decoded } from "@serenade/contract/ids";
import type { SwipeCandidate } from "@serenade/contract/likes";
import type { Queries } from "../../../kernel/db/db.ts";
import { presentCard, presentInterests, type Viewing } from "../../members/present.ts";
import { listInterestsAndAnswers } from "../../members/queries.ts";
import type { CardRow, ListedCardRow } from "../../members/tables.ts";

const INTERESTS_SHOWN = 3;

export async function presentCandidates(
  db: Queries,
  { site, member }: { site: number; member: number },
  cards: (CardRow | ListedCardRow)[],
  viewing: Viewing,
): Promise<Decoded<SwipeCandidate>[]> {
  const details = await listInterestsAndAnswers(db, site, [member, ...cards.map(({ id }) => id)]);
  const own = new Set(details.get(member)?.interests);
  return cards.map((card) => {
    const { interests = [], answers = [] } = details.get(card.id) ?? {};
    const sharedFirst = [...interests].sort((one, other) => Number(own.has(other)) - Number(own.has(one)));
    return {
      ...presentCard(card, viewing),
      interests: presentInterests({ interests: sharedFirst.slice(0, INTERESTS_SHOWN) }),
      answer: answers[0] ?? null,
    };
  });
}
