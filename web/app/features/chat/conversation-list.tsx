import type { ChatItem } from "@serenade/contract/chat";
import { type KeyboardEvent, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useTranslations } from "use-intl/react";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { IconButton } from "~/ui/button.tsx";
import { Skeleton } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import { ConversationEntry } from "./conversation-entry.tsx";
import { filterByName } from "./filter-by-name.ts";
import { NoConversations } from "./no-conversations.tsx";
import { useChats } from "./queries.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RequestsLink, RequestsTray } from "./requests-tray.tsx";
import { useRemove } from "./use-remove.ts";

/** From this many conversations the list gets a name filter. */
const SEARCH_FROM = 5;

/** The conversations, or the tray of first messages if the URL selects it. */
export function ConversationList({ open }: { open: string | undefined }) {
  const t = useTranslations("chat");
  const list = useChats();
  const tray = useSearchParams()[0].get("show") === "requests";
  const Title = open ? "h2" : "h1"; // an open conversation is the page's main heading
  const { pending, request, confirm, failure, dismiss } = useRemove(open);
  const requests = list?.chats.filter(({ request }) => request) ?? [];
  const chats = list?.chats.filter(({ request }) => !request) ?? [];
  return (
    <section aria-label={tray ? t("requests.title") : t("list")} className="flex h-full flex-col">
      <div className="flex items-center gap-1 px-4 pt-5 pb-3">
        {tray && (
          <Link
            to={paths.chats()}
            aria-label={t("back")}
            title={t("back")}
            className="-my-2 -ml-3 grid size-11 place-items-center rounded-full hover:bg-sunken"
          >
            <Icon name="chevron-left" />
          </Link>
        )}
        <Title className="text-xl">{tray ? t("requests.title") : t("title")}</Title>
      </div>
      {failure && (
        <div className="px-3 pb-3">
          <Alert
            announce
            variant="danger"
            title={t("remove.failed_title")}
            close={{ label: t("close"), onClose: dismiss }}
          >
            {failure}
          </Alert>
        </div>
      )}
      {!list && <Loading />}
      {tray && list && <RequestsTray requests={requests} open={open} />}
      {!tray && <RequestsLink requests={requests} />}
      {!tray && list?.chats.length === 0 && (
        <div className="lg:hidden">
          <NoConversations />
        </div>
      )}
      {!tray && chats.length > 0 && <Entries chats={chats} open={open} onRemove={request} />}
      <RemoveDialog name={pending?.profile.name ?? null} onClose={() => request(null)} onConfirm={confirm} />
    </section>
  );
}

/** Filter by name; Enter opens the first result, Escape clears the filter. */
function Entries({
  chats,
  open,
  onRemove,
}: {
  chats: ChatItem[];
  open: string | undefined;
  onRemove: (chat: ChatItem) => void;
}) {
  const t = useTranslations("chat");
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const shown = filterByName(chats, name);
  const onKeyDown = (event: KeyboardEvent) => {
    const first = shown[0];
    if (event.key === "Escape") setName("");
    else if (event.key === "Enter" && name && first) navigate(paths.chat(first.conversation.id));
    else return;
    event.preventDefault();
  };
  return (
    <>
      {chats.length >= SEARCH_FROM && (
        <div className="relative px-3 pb-2">
          <Icon name="search" className="pointer-events-none absolute top-3 left-6 size-5 text-ink-soft" />
          <input
            type="search"
            value={name}
            aria-label={t("search.label")}
            placeholder={t("search.label")}
            autoComplete="off"
            enterKeyHint="go"
            onChange={(event) => setName(event.target.value)}
            onKeyDown={onKeyDown}
            className="min-h-11 w-full rounded-full border border-control bg-surface pr-3 pl-10 text-base placeholder:text-ink-soft"
          />
        </div>
      )}
      <p role="status" className="px-4 py-3 text-sm text-ink-soft empty:hidden">
        {shown.length === 0 ? t("search.none") : ""}
      </p>
      <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {shown.map((chat) => (
          <li key={chat.conversation.id} className="group relative">
            <ConversationEntry chat={chat} open={open} />
            <IconButton
              icon="trash"
              label={t("remove.open", { name: chat.profile.name })}
              onClick={() => onRemove(chat)}
              className="absolute! right-0.5 bottom-0 text-ink-soft! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-lg:hidden!"
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Loading() {
  const t = useTranslations("chat");
  return (
    <div role="status" aria-label={t("loading")} className="grid gap-1 px-2">
      {[1, 2, 3, 4, 5, 6].map((number) => (
        <div key={number} className="flex min-h-18 items-center gap-3 px-2.5">
          <Skeleton className="size-12 shrink-0 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
