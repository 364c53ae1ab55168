import type { ChatItem } from "@serenade/contract/chat";
import { NavLink } from "react-router";
import { useTranslations } from "use-intl/react";
import { useChats, useSettings } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { Avatar } from "~/ui/avatar.tsx";
import { CountBadge, WordBadge } from "~/ui/badge.tsx";
import { IconButton } from "~/ui/button.tsx";
import { Skeleton } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";
import { ListTime } from "./list-time.tsx";
import { NoConversations } from "./no-conversations.tsx";
import { usePreviewWords } from "./preview-words.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { useRemove } from "./use-remove.ts";

export function ConversationList({ open }: { open: string | undefined }) {
  const t = useTranslations("chat");
  const list = useChats();
  const Title = open ? "h2" : "h1"; // the open conversation is what the page is about
  const { asked, ask, confirm, failure, dismiss } = useRemove(open);
  return (
    <section aria-label={t("list")} className="flex h-full flex-col">
      <Title className="px-4 pt-5 pb-3 text-xl">{t("title")}</Title>
      {failure && (
        <div className="px-3 pb-3">
          <Alert
            announce
            look="danger"
            title={t("remove.failed_title")}
            close={{ label: t("close"), onClose: dismiss }}
          >
            {failure}
          </Alert>
        </div>
      )}
      {!list && <Loading />}
      {list?.chats.length === 0 && (
        <div className="lg:hidden">
          <NoConversations />
        </div>
      )}
      {list && list.chats.length > 0 && (
        <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          {list.chats.map((chat) => (
            <Entry key={chat.conversation.id} chat={chat} open={open} onRemove={() => ask(chat)} />
          ))}
        </ul>
      )}
      <RemoveDialog name={asked?.profile.name ?? null} onClose={() => ask(null)} onConfirm={confirm} />
    </section>
  );
}

function Entry({ chat, open, onRemove }: { chat: ChatItem; open: string | undefined; onRemove: () => void }) {
  const t = useTranslations("chat");
  const m = useTranslations("members");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const { conversation, profile, num_unread_messages: unread } = chat;
  const line = usePreviewWords();
  const current = conversation.id === open;
  return (
    <li className="group relative">
      <NavLink
        to={paths.chat(conversation.id)}
        prefetch="intent"
        className={classes(
          "flex min-h-18 items-center gap-3 rounded-control px-2.5 py-2 no-underline",
          current ? "bg-primary-soft text-on-primary-soft" : "hover:bg-sunken",
        )}
      >
        <Avatar
          name={profile.name}
          src={profile.main_image && cdn + profile.main_image.thumb_filename}
          online={profile.online && t("online")}
        />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-baseline justify-between gap-2">
            <span className={classes("truncate", unread > 0 ? "font-bold" : "font-semibold")}>{profile.name}</span>
            {profile.fictional && <WordBadge look="warning">{m("fictional")}</WordBadge>}
            <ListTime at={conversation.last_at} />
          </span>
          <span className="flex items-center justify-between gap-2 text-sm">
            <span
              className={classes(
                "truncate",
                unread > 0 ? "font-semibold" : !current && "text-ink-soft",
                "lg:group-focus-within:pr-8 lg:group-hover:pr-8",
              )}
            >
              {conversation.last_mine ? t("you", { text: line(conversation) }) : line(conversation)}
            </span>
            <CountBadge count={unread} label={t("unread", { count: unread })} />
          </span>
        </span>
      </NavLink>
      <IconButton
        icon="trash"
        label={t("remove.open", { name: profile.name })}
        onClick={onRemove}
        className="absolute! right-0.5 bottom-0 text-ink-soft! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-lg:hidden!"
      />
    </li>
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
