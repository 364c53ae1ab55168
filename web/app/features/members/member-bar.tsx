import type { MemberProfile } from "@serenade/contract/members";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { promptSignup } from "~/features/account/signup-prompt.ts";
import { GiveButton } from "~/features/gifts/give-button.tsx";
import { LikeButton } from "~/features/likes/like-button.tsx";
import { ReportDialog } from "~/features/moderation/report-dialog.tsx";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { Menu, menuItemClasses } from "~/ui/menu.tsx";
import { BlockDialog, useBlock } from "./block-dialog.tsx";

/** Actions on a member, always in reach: at the bottom on a phone, floating elsewhere. */
export function MemberBar({ profile }: { profile: MemberProfile }) {
  const member = useUser() !== null;
  return (
    <div
      className={classes(
        "sticky z-10 order-last flex items-center gap-2 bg-surface max-[16rem]:flex-wrap md:gap-3 max-md:-mx-gutter max-md:border-t max-md:border-line max-md:px-gutter max-md:py-2.5",
        "md:bottom-6 md:mx-auto md:w-full md:max-w-100 md:rounded-full md:border md:border-line md:p-2 md:shadow-float",
        member ? "max-md:bottom-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom))]" : "max-md:bottom-0",
      )}
    >
      <LikeButton member={profile} variant="bar" />
      <MessageLink profile={profile} member={member} />
      {member && <GiveButton profile={profile} />}
      {member && <More profile={profile} />}
    </div>
  );
}

function MessageLink({ profile, member }: { profile: MemberProfile; member: boolean }) {
  const t = useTranslations("members");
  const to = profile.conversation ? paths.chat(profile.conversation) : paths.memberChat(profile.id);
  return (
    <LinkButton
      to={member ? to : paths.memberSignup(profile.id)}
      {...(!member && promptSignup({ reason: "message", member: profile }))}
      variant="call"
      size="large"
      icon="message"
      className="min-w-0 flex-1 max-[16rem]:order-first max-[16rem]:basis-full max-md:px-3 max-[22.4375rem]:px-1 md:rounded-full max-[22.4375rem]:[&>svg]:hidden"
    >
      <span className="truncate">{t("message")}</span>
    </LinkButton>
  );
}

function More({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const r = useTranslations("report");
  const [dialog, setDialog] = useState<"block" | "report" | null>(null);
  const close = () => setDialog(null);
  const { revalidate } = useRevalidator();
  return (
    <>
      <Menu
        label={t("more")}
        triggerClassName="size-13 justify-center rounded-full border border-control bg-surface hover:bg-sunken"
        trigger={<Icon name="dots" />}
        side="above"
      >
        <button type="button" className={menuItemClasses} onClick={() => setDialog("block")}>
          <Icon name="ban" className="size-5" />
          {t("block", { name: profile.name })}
        </button>
        <button type="button" className={menuItemClasses} onClick={() => setDialog("report")}>
          <Icon name="flag" className="size-5" />
          {r("open", { name: profile.name })}
        </button>
      </Menu>
      <BlockDialog profile={profile} open={dialog === "block"} onClose={close} onBlocked={revalidate} />
      <ReportDialog member={profile} open={dialog === "report"} onClose={close} />
    </>
  );
}

/** Replaces the bar for a blocked member: states the block and offers to remove it. */
export function Blocked({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const { revalidate } = useRevalidator();
  const { mutate, isPending } = useBlock(profile, revalidate);
  return (
    <Alert
      variant="warning"
      title={t("blocked_by_you", { name: profile.name })}
      action={
        <Button variant="quiet" size="small" busy={isPending} onClick={() => mutate(false)}>
          {t("unblock")}
        </Button>
      }
    >
      {t("blocked_by_you_text")}
    </Alert>
  );
}
