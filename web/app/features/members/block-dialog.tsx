import { BlockApi, type MemberCard } from "@serenade/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { chatsKey } from "~/features/chat/queries.ts";
import { likesKey } from "~/features/likes/queries.ts";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { Button } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";
import { useToast } from "~/ui/toasts.tsx";

interface BlockDialogProps {
  profile: MemberCard;
  open: boolean;
  onClose: () => void;
  /** Refreshes the page behind the dialog, or leaves it. */
  onBlocked: () => unknown;
}

/** Confirms before blocking a member, and shows the text that the blocked member will see (§6). */
export function BlockDialog({ profile, open, onClose, onBlocked }: BlockDialogProps) {
  const t = useTranslations("members");
  const e = useTranslations("errors");
  const { name } = profile;
  const notice = e("blocked", { name: useUser()?.profile.name ?? "" });
  const { mutate, isPending } = useBlock(profile, async () => {
    await onBlocked();
    onClose();
  });
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t("block_title", { name })}
      description={t("block_text", { name, notice })}
      closeLabel={t("close")}
      locked={isPending}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose} disabled={isPending}>
          {t("cancel")}
        </Button>
        <Button variant="danger" busy={isPending} onClick={() => mutate(true)}>
          {t("block_yes")}
        </Button>
      </div>
    </Modal>
  );
}

/** Blocks or unblocks. Not optimistic: a failed block must not look like one that works. */
export function useBlock({ id, name }: MemberCard, onDone: () => unknown) {
  const t = useTranslations("members");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (block: boolean) => call(block ? BlockApi.block : BlockApi.unblock, { body: { id } }),
    onSuccess: async (_, block) => {
      await Promise.all([chatsKey, likesKey].map((queryKey) => client.invalidateQueries({ queryKey })));
      await onDone();
      toast({ text: t(block ? "blocked_done" : "unblocked_done", { name }), variant: "success" });
    },
    onError: (error) => toast({ text: t("failed", { reason: errorMessage(error) }), variant: "danger" }),
  });
}
