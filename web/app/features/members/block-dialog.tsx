import { BlockApi, type MemberCard } from "@serenade/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { keys, useUser } from "~/kernel/queries.ts";
import { Button } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";
import { useToast } from "~/ui/toasts.tsx";

interface BlockDialogProps {
  profile: MemberCard;
  open: boolean;
  onClose: () => void;
  /** Brings the page behind the dialog up to date, or leaves it. */
  onBlocked: () => unknown;
}

/** Asks before a member is blocked, and shows the words that the blocked member will read (§6). */
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

/** Blocks or unblocks. Not shown before the server has said yes: a block that is not there must not look as if it were. */
export function useBlock({ id, name }: MemberCard, onDone: () => unknown) {
  const t = useTranslations("members");
  const tell = useToast();
  const words = useFailureWords();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (block: boolean) => call(block ? BlockApi.block : BlockApi.unblock, { body: { id } }),
    onSuccess: async (_, block) => {
      await Promise.all([keys.chats, keys.likes].map((queryKey) => client.invalidateQueries({ queryKey })));
      await onDone();
      tell({ text: t(block ? "blocked_done" : "unblocked_done", { name }), look: "success" });
    },
    onError: (error) => tell({ text: t("failed", { reason: words(error) }), look: "danger" }),
  });
}
