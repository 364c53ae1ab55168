import type { ChatItem } from "@serenade/contract/chat";
import { Link } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { CountBadge } from "~/ui/badge.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import { ConversationEntry } from "./conversation-entry.tsx";
import { Decision } from "./request-bar.tsx";

/** Link to the tray, above the list. */
export function RequestsLink({ requests }: { requests: ChatItem[] }) {
  const t = useTranslations("chat");
  if (requests.length === 0) return null;
  const unread = requests.reduce((sum, item) => sum + item.num_unread_messages, 0);
  return (
    <div className="px-2 pb-1">
      <Link
        to={paths.chats({ show: "requests" })}
        className="flex min-h-14 items-center gap-3 rounded-control bg-sunken px-4 no-underline hover:bg-primary-soft"
      >
        <Icon name="mail" className="size-5" />
        <span className="flex-1 font-semibold">{t("requests.open", { count: requests.length })}</span>
        <CountBadge count={unread} label={t("unread", { count: unread })} />
        <Icon name="chevron-right" className="size-5" />
      </Link>
    </div>
  );
}

/** First messages that are not accepted yet, each with its actions. */
export function RequestsTray({ requests, open }: { requests: ChatItem[]; open: string | undefined }) {
  const t = useTranslations("chat.requests");
  if (requests.length === 0) {
    return (
      <EmptyState picture={<Icon name="mail" className="size-9" />} title={t("none_title")}>
        {t("none_text")}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t("title")} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      {requests.map((chat) => (
        <li key={chat.conversation.id} className="border-b border-line pb-3 last:border-0">
          <ConversationEntry chat={chat} open={open} show="requests" />
          <Decision id={chat.conversation.id} profile={chat.profile} narrow />
        </li>
      ))}
    </ul>
  );
}
