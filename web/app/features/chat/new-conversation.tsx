import type { User } from "@serenade/contract/account";
import type { ChatPage } from "@serenade/contract/chat";
import { useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { Composer } from "./composer.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import { FictionalNotice } from "./fictional-notice.tsx";
import { Icebreakers } from "./icebreakers.tsx";
import { MessageList } from "./message-list.tsx";
import { messageRows } from "./message-rows.ts";
import { useOutboxWaiting } from "./outbox-sender.ts";
import { useWriting } from "./use-writing.ts";

/** An empty conversation. The first message creates it and replaces this page. */
export function NewConversation({ loaded }: { loaded: ChatPage }) {
  const user = useUser();
  return user && <Open loaded={loaded} own={user} />;
}

function Open({ loaded: { profile, draft, unacknowledged }, own }: { loaded: ChatPage; own: User }) {
  const t = useTranslations("chat");
  const navigate = useNavigate();
  const writing = useWriting({
    own: own.id,
    to: profile.id,
    conversation: null,
    draft,
    onStarted: (id) => navigate(paths.chat(id), { replace: true, state: { writing: true } }),
  });
  const waiting = useOutboxWaiting();
  const rows = messageRows([], writing.outbox, waiting);
  return (
    <div className="flex h-full flex-col">
      <PageTitle>{t("with", { name: profile.name })}</PageTitle>
      <ConversationHead id={null} profile={profile} typing={false} />
      {rows.length > 0 ? (
        <MessageList member={profile} rows={rows} onAgain={writing.again} onDiscard={writing.discard} />
      ) : (
        <Icebreakers name={profile.name} onPick={writing.setText} />
      )}
      {unacknowledged ? (
        <FictionalNotice profile={profile} />
      ) : (
        <Composer own={own} profile={profile} writing={writing} />
      )}
    </div>
  );
}
