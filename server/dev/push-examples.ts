/** One push notification of every kind. A kind without an example fails the type check. */
import type { Locale } from "@serenade/contract/locales";
import type { PushKind, PushParams } from "../modules/push/tables.ts";
import { mailExamples } from "./mail-examples.ts";

export function pushExamples(locale: Locale): { [K in PushKind]: PushParams[K] } {
  const { promotions, news, weekly_updates } = mailExamples(locale);
  const { discount, code, ends } = promotions;
  return {
    new_conversations: {},
    new_messages: {},
    like: {},
    match: {},
    saved_search: { count: 3, path: "/members?gender=man&near=50" },
    unread_message_reminders: { count: 3, path: "/chats" },
    weekly_updates: { count: Number(weekly_updates.count), path: "/members?mutual=true&near=100" },
    reminders: { path: "/profile#photos" },
    promotions: { discount, code, ends, path: `/credits?discountcode=${code}` },
    news: { title: news.title, path: "/gifts-in-conversations" },
  };
}
