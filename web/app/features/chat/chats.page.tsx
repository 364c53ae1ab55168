import { UserApi } from "@serenade/contract/account";
import { useEffect, useEffectEvent } from "react";
import { Outlet, useNavigate, useNavigation, useParams, useSearchParams } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { paths } from "~/paths.ts";
import { loaderApi, toLogin } from "~/platform/route-api.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import type { Route } from "./+types/chats.page";
import { ChatPanes } from "./chat-panes.tsx";
import { ConversationSkeleton } from "./conversation-skeleton.tsx";
import { findLastOpened } from "./last-opened.ts";
import { NoConversations } from "./no-conversations.tsx";
import { useChats } from "./queries.ts";

export async function loader(visit: Route.LoaderArgs) {
  const { user } = await loaderApi(visit)(UserApi.current);
  if (!user) throw toLogin(visit.request);
  return null;
}

/** The list is in the query cache, so switching conversations loads nothing here. */
export const shouldRevalidate = () => false;

export default function ChatsPage() {
  const t = useTranslations("chat");
  const { id } = useParams();
  const { location } = useNavigation();
  const opening = location?.pathname.match(/^\/chats\/([^/]+)$/)?.[1];
  const open = opening ?? id;
  useReopening(open);
  return (
    <ChatPanes open={open}>
      {!open && <PageTitle>{t("title")}</PageTitle>}
      {open === id ? <Outlet /> : <ConversationSkeleton />}
      {!open && <Choose />}
    </ChatPanes>
  );
}

/** On a wide screen the last open conversation is opened again (§3 Chat state). */
function useReopening(open: string | undefined) {
  const navigate = useNavigate();
  const tray = useSearchParams()[0].get("show") !== null;
  const user = useUser();
  const list = useChats();
  const here = open === undefined && !tray && user !== null && list !== null;
  const reopen = useEffectEvent(() => {
    if (!here || !matchMedia("(min-width: 62rem)").matches) return;
    const last = findLastOpened(user.id, list.chats);
    if (last) navigate(paths.chat(last.conversation.id), { replace: true });
  });
  useEffect(() => {
    if (here) reopen();
  }, [here]);
}

function Choose() {
  const t = useTranslations("chat.choose");
  const none = useChats()?.chats.length === 0;
  return (
    <div className="grid h-full place-items-center">
      {none ? (
        <NoConversations />
      ) : (
        <EmptyState picture={<Icon name="message" className="size-9" />} title={t("title")}>
          {t("text")}
        </EmptyState>
      )}
    </div>
  );
}
