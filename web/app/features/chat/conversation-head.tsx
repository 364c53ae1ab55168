import type { MemberCard } from "@serenade/contract/members";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { BlockDialog } from "~/features/members/block-dialog.tsx";
import { FictionalBadge } from "~/features/members/fictional-badge.tsx";
import { ReportDialog } from "~/features/moderation/report-dialog.tsx";
import { paths } from "~/paths.ts";
import { useSettings } from "~/root-data.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Menu, menuItemClasses } from "~/ui/menu.tsx";
import type { ConversationId } from "./chat-cache.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { useRemove } from "./use-remove.ts";

/** The other member, and the actions on the conversation. */
export function ConversationHead({
  id,
  profile,
  typing,
}: {
  id: ConversationId | null;
  profile: MemberCard;
  typing: boolean;
}) {
  const t = useTranslations("chat");
  const cdn = useSettings()?.cdn_prefix ?? "";
  const { name } = profile;
  return (
    <header className="flex h-16 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 lg:px-4">
      <Link
        to={paths.chats()}
        aria-label={t("back")}
        title={t("back")}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken lg:hidden"
      >
        <Icon name="chevron-left" />
      </Link>
      <Link
        to={paths.member(profile.id)}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control p-1 no-underline hover:bg-sunken"
      >
        <Avatar
          name={name}
          src={profile.main_image && cdn + profile.main_image.thumb_filename}
          size="small"
          online={profile.online && t("online")}
        />
        <div className="grid min-w-0 grid-cols-1">
          <div className="flex min-w-0 items-center gap-2">
            <h1 className="truncate text-base font-semibold tracking-normal">
              {name}, {profile.age}
            </h1>
            {profile.fictional && <FictionalBadge />}
          </div>
          <p className="truncate text-sm text-ink-soft empty:hidden">
            {typing ? t("typing", { name }) : profile.online && t("online")}
          </p>
        </div>
      </Link>
      {id && <More id={id} profile={profile} />}
    </header>
  );
}

function More({ id, profile }: { id: ConversationId; profile: MemberCard }) {
  const t = useTranslations("chat");
  const r = useTranslations("report");
  const { pending, request, confirm } = useRemove(id);
  const m = useTranslations("members");
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"block" | "report" | null>(null);
  const close = () => setDialog(null);
  const conversation = { id, last_at: "", last_kind: "text" as const, preview: "", last_mine: false };
  return (
    <>
      <Menu
        label={t("more")}
        triggerClassName="size-11 justify-center rounded-full hover:bg-sunken"
        trigger={<Icon name="dots-vertical" />}
      >
        <Link to={paths.member(profile.id)} className={menuItemClasses}>
          <Icon name="user" className="size-5" />
          {t("profile_of", { name: profile.name })}
        </Link>
        <button type="button" className={menuItemClasses} onClick={() => setDialog("block")}>
          <Icon name="ban" className="size-5" />
          {m("block", { name: profile.name })}
        </button>
        <button type="button" className={menuItemClasses} onClick={() => setDialog("report")}>
          <Icon name="flag" className="size-5" />
          {r("open", { name: profile.name })}
        </button>
        <button type="button" className={menuItemClasses} onClick={() => request({ conversation, profile })}>
          <Icon name="trash" className="size-5" />
          {t("remove.short")}
        </button>
      </Menu>
      <BlockDialog
        profile={profile}
        open={dialog === "block"}
        onClose={close}
        onBlocked={() => navigate(paths.chats())}
      />
      <ReportDialog member={profile} open={dialog === "report"} onClose={close} />
      <RemoveDialog name={pending?.profile.name ?? null} onClose={() => request(null)} onConfirm={confirm} />
    </>
  );
}
