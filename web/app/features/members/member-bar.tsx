import { BlockApi, type MemberProfile } from "@serenade/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { GiveButton } from "~/features/gifts/give-button.tsx";
import { LikeButton } from "~/features/likes/like-button.tsx";
import { ReportDialog } from "~/features/moderation/report-dialog.tsx";
import { call } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { askToJoin } from "~/kernel/join.ts";
import { keys, useUser } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button, LinkButton } from "~/ui/button.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { Menu, menuItemClasses } from "~/ui/menu.tsx";
import { Modal } from "~/ui/modal.tsx";
import { useToast } from "~/ui/toasts.tsx";

/** What one can do with a member, always in reach: under the thumb on a phone, floating over the lower edge elsewhere. */
export function MemberBar({ profile }: { profile: MemberProfile }) {
  const member = useUser() !== null;
  return (
    <div
      className={classes(
        "sticky z-10 order-last flex items-center gap-3 bg-surface max-md:-mx-gutter max-md:border-t max-md:border-line max-md:px-gutter max-md:py-2.5",
        "md:bottom-6 md:mx-auto md:w-full md:max-w-100 md:rounded-full md:border md:border-line md:p-2 md:shadow-float",
        member ? "max-md:bottom-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom))]" : "max-md:bottom-0",
      )}
    >
      <LikeButton member={profile} look="bar" />
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
      {...(!member && { onClick: askToJoin({ for: "message", member: profile }) })}
      look="call"
      size="large"
      icon="message"
      className="flex-1 md:rounded-full"
    >
      {t("message")}
    </LinkButton>
  );
}

function More({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const r = useTranslations("report");
  const [asking, setAsking] = useState<"block" | "report" | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Menu
        label={t("more")}
        triggerClassName="size-13 justify-center rounded-full border border-control bg-surface hover:bg-sunken"
        trigger={<Icon name="dots" />}
        side="above"
      >
        <button type="button" className={menuItemClasses} onClick={() => setAsking("block")}>
          <Icon name="ban" className="size-5" />
          {t("block", { name: profile.name })}
        </button>
        <button type="button" className={menuItemClasses} onClick={() => setAsking("report")}>
          <Icon name="flag" className="size-5" />
          {r("open", { name: profile.name })}
        </button>
      </Menu>
      <AskToBlock profile={profile} open={asking === "block"} onClose={close} />
      <ReportDialog member={profile} open={asking === "report"} onClose={close} />
    </>
  );
}

function AskToBlock({ profile, open, onClose }: { profile: MemberProfile; open: boolean; onClose: () => void }) {
  const t = useTranslations("members");
  const { name } = profile;
  const { mutate, isPending } = useBlock(profile, onClose);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("block_title", { name })}
      description={t("block_text", { name })}
      closeLabel={t("close")}
      locked={isPending}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose} disabled={isPending}>
          {t("cancel")}
        </Button>
        <Button look="danger" busy={isPending} onClick={() => mutate(true)}>
          {t("block_yes")}
        </Button>
      </div>
    </Modal>
  );
}

/** In place of the bar, beside the name: who is blocked, and the way back. */
export function Blocked({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("members");
  const { mutate, isPending } = useBlock(profile);
  return (
    <Alert
      look="warning"
      title={t("blocked_by_you", { name: profile.name })}
      action={
        <Button look="quiet" size="small" busy={isPending} onClick={() => mutate(false)}>
          {t("unblock")}
        </Button>
      }
    >
      {t("blocked_by_you_text")}
    </Alert>
  );
}

/** Not shown before the server has said yes: a block that is not there must not look as if it were. */
function useBlock({ id, name }: MemberProfile, onDone?: () => void) {
  const t = useTranslations("members");
  const tell = useToast();
  const words = useFailureWords();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  return useMutation({
    mutationFn: (block: boolean) => call(block ? BlockApi.block : BlockApi.unblock, { body: { id } }),
    onSuccess: async (_, block) => {
      for (const queryKey of [keys.chats, keys.likes]) client.invalidateQueries({ queryKey });
      await revalidate();
      onDone?.();
      tell({ text: t(block ? "blocked_done" : "unblocked_done", { name }), look: "success" });
    },
    onError: (error) => tell({ text: t("failed", { reason: words(error) }), look: "danger" }),
  });
}
