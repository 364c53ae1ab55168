import { BlockApi, type MemberCard } from "@serenade/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { keys } from "~/kernel/queries.ts";
import { paths } from "~/paths.ts";
import { Button } from "~/ui/button.tsx";
import { Modal } from "~/ui/modal.tsx";
import { useToast } from "~/ui/toasts.tsx";

/** Asks before somebody is blocked out of the conversation with them, which is closed with it. */
export function BlockDialog({ profile, open, onClose }: { profile: MemberCard; open: boolean; onClose: () => void }) {
  const t = useTranslations("members");
  const { name } = profile;
  const { mutate, isPending } = useBlock(profile);
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
        <Button look="danger" busy={isPending} onClick={() => mutate()}>
          {t("block_yes")}
        </Button>
      </div>
    </Modal>
  );
}

/** Not shown before the server has said yes: a block that is not there must not look as if it were. */
function useBlock({ id, name }: MemberCard) {
  const t = useTranslations("members");
  const tell = useToast();
  const words = useFailureWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(BlockApi.block, { body: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.chats });
      client.invalidateQueries({ queryKey: keys.likes });
      navigate(paths.chats());
      tell({ text: t("blocked_done", { name }), look: "success" });
    },
    onError: (error) => tell({ text: t("failed", { reason: words(error) }), look: "danger" }),
  });
}
