import type { ChatItem } from "@serenade/contract/chat";
import { NavLink } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { FictionalBadge } from "~/features/members/fictional-badge.tsx";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { CountBadge } from "~/ui/badge.tsx";
import { classes } from "~/ui/classes.ts";
import { useStoredDraft } from "./draft.ts";
import { ListTime } from "./list-time.tsx";
import { usePreviewText } from "./preview-text.ts";

/** An entry of the list: member, time, preview, unread count. `show` keeps the requests tray open beside the conversation. */
export function ConversationEntry({
  chat: { conversation, profile, num_unread_messages: unread },
  open,
  show,
}: {
  chat: ChatItem;
  open: string | undefined;
  show?: "requests";
}) {
  const t = useTranslations("chat");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const line = usePreviewText()(conversation);
  const preview = conversation.last_mine ? t("you", { text: line }) : line;
  const current = conversation.id === open;
  // beside the open conversation the text is in its field
  const draft = useStoredDraft(useUser()?.id, profile.id);
  return (
    <NavLink
      to={paths.chat(conversation.id, { show })}
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
          {profile.fictional && <FictionalBadge />}
          <ListTime at={conversation.last_at} />
        </span>
        <span className="flex items-center justify-between gap-2 text-sm">
          <span
            className={classes(
              "truncate",
              unread > 0 ? "font-semibold" : !current && "text-ink-soft",
              !show && "lg:group-focus-within:pr-8 lg:group-hover:pr-8",
            )}
          >
            {draft && !current && unread === 0 ? (
              <>
                <span className="font-semibold text-danger-text">{t("draft")}</span> <span lang="">{draft}</span>
              </>
            ) : (
              <span lang={conversation.last_kind === "text" ? "" : undefined}>{preview}</span>
            )}
          </span>
          <CountBadge count={unread} label={t("unread", { count: unread })} />
        </span>
      </span>
    </NavLink>
  );
}
