import type { User } from "@serenade/contract/account";
import type { ChatPage } from "@serenade/contract/chat";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { type ConversationId, useMessages } from "./chat-cache.ts";
import { Composer } from "./composer.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import { Icebreakers } from "./icebreakers.tsx";
import { storeLastOpened } from "./last-opened.ts";
import { MessageList } from "./message-list.tsx";
import { messageRows } from "./message-rows.ts";
import { useOutboxWaiting } from "./outbox-sender.ts";
import { useChats } from "./queries.ts";
import { RequestBar } from "./request-bar.tsx";
import { useSeen } from "./use-seen.ts";
import { useOtherTyping } from "./use-typing.ts";
import { useWriting } from "./use-writing.ts";

export function Conversation({ id, loaded }: { id: ConversationId; loaded: ChatPage }) {
  const user = useUser();
  return user && <Open id={id} loaded={loaded} own={user} />;
}

function Open({ id, loaded, own }: { id: ConversationId; loaded: ChatPage; own: User }) {
  const t = useTranslations("chat");
  const { profile } = loaded;
  const { messages, hiddenOlder, older } = useMessages(id, loaded);
  const writing = useWriting({ own: own.id, to: profile.id, conversation: id, draft: loaded.draft });
  const typing = useOtherTyping(id);
  const [endInView, setEndInView] = useState(false);
  useSeen(id, messages, loaded.conversation?.unread ?? 0, endInView);
  const waiting = useOutboxWaiting();
  const rows = messageRows(messages, writing.outbox, waiting);
  const item = useChats()?.chats.find(({ conversation }) => conversation.id === id);
  const written = messages.some(({ mine }) => mine);
  const request = (item?.request ?? loaded.conversation?.request ?? false) && !written;
  const answered = loaded.conversation?.answered || (written && messages.some(({ mine }) => !mine));
  useEffect(() => storeLastOpened(own.id, profile.id), [own.id, profile.id]);
  return (
    <div className="flex h-full flex-col">
      <PageTitle>{t("with", { name: profile.name })}</PageTitle>
      <ConversationHead id={id} profile={profile} typing={typing} />
      {rows.length > 0 ? (
        <MessageList
          member={profile}
          rows={rows}
          links={answered}
          receipts={own.paid_user}
          hiddenOlder={hiddenOlder}
          older={older}
          typing={typing}
          onEndInView={setEndInView}
          onAgain={writing.again}
          onDiscard={writing.discard}
        />
      ) : (
        <Icebreakers name={profile.name} onPick={writing.setText} />
      )}
      {request && <RequestBar id={id} profile={profile} />}
      <Composer own={own} profile={profile} writing={writing} />
    </div>
  );
}
