/** Gifts and pictures in the community's conversations: pure and deterministic. All gifts are affordable. */
import { GIFTS, type Gift, giftPrice } from "@serenade/contract/gifts";
import { GIFT_CREDITS, PHOTO_CREDITS } from "@serenade/contract/limits";
import { DEMO_LOGINS } from "./logins.ts";
import { randomOf } from "./random.ts";
import type { DemoLine, DemoTalk } from "./relations.ts";
import type { Resident } from "./rows.ts";

/** Pictures in chats, each with its own file, so that erasing a member deletes theirs. */
export const CHAT_PICTURES = 3;
const GIVING = 0.3;

/** What a line costs who sends it, in credits. */
export function priceOf({ attached }: DemoLine): number {
  if (!attached) return 1;
  return "gift" in attached ? giftPrice(attached.gift, GIFT_CREDITS) : PHOTO_CREDITS;
}

/** Some conversations contain a gift; each demo login has received a gift, and two or three of them a picture. */
export function withAttachments(talks: DemoTalk[]): DemoTalk[] {
  const left = leftOf(talks);
  const logins = loginsOf(talks);
  let pictures = 0;
  return talks.map((talk) => {
    const random = randomOf(talk.starter.number * 1000 + talk.other.number, "attachments");
    const lines = [...talk.lines];
    const attach = (from: Resident, attached: DemoLine["attached"], at: number) => {
      const line = { from, text: "", attached, after_seconds: random.int(20, 240) };
      const rest = (left.get(from) ?? 0) - priceOf(line);
      if (rest < 0) return false;
      left.set(from, rest);
      lines.splice(at, 0, line);
      return true;
    };
    const login = [talk.starter, talk.other].find((one) => logins.has(one));
    const friend = login === talk.starter ? talk.other : talk.starter;
    const wants = login && logins.get(login)!;
    if (isAnswered(talk)) {
      const gift: Gift = random.pick(GIFTS);
      const giver = wants?.gift ? friend : random.pick([talk.starter, talk.other]);
      if (wants?.gift || random.chance(GIVING)) {
        const given = attach(giver, { gift }, random.int(2, lines.length)) || attach(giver, { gift: "rose" }, 2);
        if (wants?.gift && given) wants.gift = false;
      }
    }
    // in an answered conversation it is clear; who has not answered yet decides whether to look
    const blurred = !isAnswered(talk) && talk.other === login;
    const kind = blurred ? "blurred" : "clear";
    if (wants?.[kind] && (blurred || isAnswered(talk)) && pictures < CHAT_PICTURES)
      if (attach(friend, { picture: pictures }, blurred ? 1 : random.int(3, lines.length))) {
        wants[kind] = false;
        pictures++;
      }
    return { ...talk, lines };
  });
}

const isAnswered = ({ lines, other }: DemoTalk): boolean => lines.some(({ from }) => from === other);

/** Credits left after all messages are paid. */
function leftOf(talks: DemoTalk[]): Map<Resident, number> {
  const left = new Map<Resident, number>();
  for (const line of talks.flatMap(({ lines }) => lines))
    left.set(line.from, (left.get(line.from) ?? line.from.credits) - priceOf(line));
  return left;
}

/**
 * What each of the printed logins is still to get: a gift each, the premium one a picture of either kind, the free one
 * a clear one.
 */
function loginsOf(talks: DemoTalk[]) {
  const wants = new Map<Resident, { gift: boolean; clear: boolean; blurred: boolean }>();
  for (const resident of talks.flatMap(({ starter, other }) => [starter, other])) {
    const login = DEMO_LOGINS.find(({ number }) => number === resident.number);
    if (login) wants.set(resident, { gift: true, clear: login.kind !== "out of credits", blurred: login.premium });
  }
  return wants;
}
