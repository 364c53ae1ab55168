/** Conversations and messages (§2 Chat view, §4 Chat, §6, §7). */
import { ChatApi, ChatsApi, FictionalApi, IcebreakersApi, RequestApi } from "@serenade/contract/chat";
import { giftPrice } from "@serenade/contract/gifts";
import { CHAT_LIST_MAX, CHAT_PAGE, HISTORY_FREE } from "@serenade/contract/limits";
import type { Locale } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";
import { baseUrlOf, type Call, type Member, on } from "../../kernel/dispatch.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import { findDraft } from "../account/queries.ts";
import { takeView } from "../members/commands.ts";
import { presentCard } from "../members/present.ts";
import { blocksBetween, findCard, refusalOfBlock } from "../members/queries.ts";
import { getState } from "../notifications/queries.ts";
import { getSite } from "../site/queries.ts";
import type { SiteSettings } from "../site/tables.ts";
import { publishTyping, readMessages, removeConversation } from "./commands.ts";
import { acknowledgeFictional } from "./first-message/commands.ts";
import { presentChat, presentMessage } from "./present.ts";
import {
  countMessages,
  findConversationWith,
  getConversation,
  hasAcknowledged,
  listChats,
  listMessages,
} from "./queries.ts";
import { decideRequest } from "./requests/commands.ts";
import { type Outgoing, sendMessage } from "./send/commands.ts";

const MESSAGES = { name: "messages", points: 120, seconds: 60, whenDown: "open" } as const;
const TYPING = { name: "typing", points: 60, seconds: 60, whenDown: "open" } as const;

export const chatRoutes = [
  on(IcebreakersApi.list, "member", async ({ locale }) => ({ icebreakers: listIcebreakers(locale) })),
  on(ChatsApi.list, "member", async ({ db, site, member, ids, clock }) => {
    const [rows, state] = await Promise.all([
      listChats(db, site.id, member.id, CHAT_LIST_MAX),
      getState(db, site.id, member.id),
    ]);
    const viewing = { ids, now: clock.now() };
    return {
      chats: rows.map((row) => presentChat(row, viewing)),
      unread_total: state.unread,
      new_likes_total: state.new_likes,
      version: state.version,
    };
  }),
  on(ChatApi.read, "member", readPage),
  on(ChatApi.send, "member", send, { limit: MESSAGES }),
  on(ChatApi.remove, "member", async (call) => {
    await removeConversation(call, placeOf(call));
    return {};
  }),
  on(
    ChatApi.typing,
    "member",
    async (call) => {
      await publishTyping(call, placeOf(call));
      return {};
    },
    { limit: TYPING },
  ),
  on(ChatApi.seen, "member", async (call) => {
    await readMessages(call, placeOf(call), call.body.message);
    return {};
  }),
  on(RequestApi.decide, "member", async (call) => {
    const { site, member, body } = call;
    await decideRequest(call, { site: site.id, member: member.id, conversation: body.conversation }, body.decision);
    return {};
  }),
  on(FictionalApi.acknowledge, "member", async (call) => {
    await acknowledgeFictional(call, call.site.id, call.member.id, call.body.id);
    return {};
  }),
];

const placeOf = ({ site, member, body }: Call<typeof ChatApi.remove, Member>) => ({
  site: site.id,
  member: member.id,
  conversation: body.id,
});

async function readPage(call: Call<typeof ChatApi.read, Member>) {
  const { db, site, member, ids, clock, query } = call;
  // by member, it shows that member's name and photo, so it counts as a profile view
  if (!query.id) await takeView(call);
  const talk = query.id
    ? await getConversation(db, site.id, member.id, query.id)
    : await findConversationWith(db, site.id, member.id, orNotFound(query.profile));
  const other = talk?.other_id ?? query.profile!;
  const card = orNotFound(other === member.id ? null : await findCard(db, site.id, member.id, other));
  const { by_viewer, by_other } = await blocksBetween(db, site.id, member.id, other);
  if (card.gone) throw new Refusal("not_found");
  if (by_other) throw await refusalOfBlock(call, site.id, card.name);
  if (by_viewer || (!talk && !card.confirmed)) throw new Refusal("not_found");
  const profile = presentCard(card, { ids, now: clock.now() });
  if (!talk) {
    const draft = await findDraft(db, site.id, member.id, other);
    const unacknowledged = card.fictional && !(await hasAcknowledged(db, site.id, member.id, other));
    return { conversation: null, profile, messages: [], unacknowledged, hidden_older: 0, has_more: false, draft };
  }
  const limit = query.limit ?? CHAT_PAGE;
  const shown = member.premium ? limit : Math.min(limit, HISTORY_FREE);
  const before = member.premium ? (query.before ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER;
  const at = { site: site.id, conversation: talk.id, removed: talk.removed, before, limit: shown + 1 };
  // a free member gets the newest 20 of a conversation, so there is no page before the first (product.md 2)
  const rows = !member.premium && query.before ? [] : await listMessages(db, at);
  const readUpTo = member.premium && talk.receipts ? talk.read_by_other : 0;
  const messages = rows.slice(0, shown).reverse();
  const hidden = member.premium
    ? 0
    : Math.max(0, (await countMessages(db, site.id, talk.id, talk.removed)) - HISTORY_FREE);
  return {
    conversation: { id: talk.id, unread: talk.unread, request: talk.request, answered: talk.answered },
    profile,
    messages: messages.map((row) => presentMessage(row, member.id, readUpTo, ids)),
    unacknowledged: false,
    hidden_older: hidden,
    has_more: member.premium && rows.length > shown,
    draft: null,
  };
}

async function send(call: Call<typeof ChatApi.send, Member>) {
  const { site, member, body } = call;
  const { settings } = await getSite(call, site.id);
  const [what, cost] = attached(body, settings);
  const to = body.id ? { conversation: body.id } : { member: orNotFound(body.profile) };
  const { message, conversation, credits } = await sendMessage(call, {
    site: site.id,
    sender: member.id,
    premium: member.premium,
    confirmed: member.confirmed,
    clientId: body.client_id,
    to,
    what,
    cost,
    baseUrl: baseUrlOf(call),
  });
  return { message: presentMessage(message, member.id, 0, call.ids), conversation, credits };
}

/** The attachment of a message, and its price in credits. */
function attached(
  { message, photo, gift }: Call<typeof ChatApi.send>["body"],
  settings: SiteSettings,
): [Outgoing["what"], number] {
  if (photo) return [{ photo }, settings.photo_credits];
  if (gift) return [{ gift }, giftPrice(gift, settings.gift_credits)];
  const text = orNotFound(message);
  if ([...text].length > settings.message_length) throw new Refusal("message_too_long", {}, { message: "too_long" });
  return [{ text }, settings.message_credits];
}

const ICEBREAKERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

function listIcebreakers(locale: Locale) {
  const t = translator(locale, "icebreakers");
  return ICEBREAKERS.map((line) => ({ id: Number(line), text: t(`lines.${line}`) }));
}
