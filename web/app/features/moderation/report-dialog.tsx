import type { Message } from "@serenade/contract/chat";
import { REPORT_NOTE_MAX } from "@serenade/contract/limits";
import type { MemberCard } from "@serenade/contract/members";
import { REPORT_REASONS, ReportApi, type ReportReason } from "@serenade/contract/moderation";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { chatsKey } from "~/features/chat/queries.ts";
import { likesKey } from "~/features/likes/queries.ts";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox, RadioGroup } from "~/ui/choice.tsx";
import { Modal } from "~/ui/modal.tsx";
import { TextareaField } from "~/ui/textarea-field.tsx";
import { useToast } from "~/ui/toasts.tsx";

type Reported = Pick<MemberCard, "id" | "name">;

/**
 * Reports a member or one of their messages, and blocks the member in the same step if wanted. Input survives a failure.
 */
export function ReportDialog({
  member,
  message,
  open,
  onClose,
}: {
  member: Reported;
  message?: Pick<Message, "id" | "body">;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("report");
  const m = useTranslations("members");
  const errorMessage = useErrorMessage();
  const { name } = member;
  const { mutate, isPending, error, reset } = useReport(member, message?.id, onClose);
  const close = () => {
    reset();
    onClose();
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    mutate({
      reason: fields.get("reason") as ReportReason,
      note: String(fields.get("note")).trim(),
      block: fields.has("block"),
    });
  };
  return (
    <Modal
      open={open}
      onClose={close}
      title={t("title", { name })}
      description={t("lead", { name })}
      closeLabel={m("close")}
      locked={isPending}
    >
      <form onSubmit={send} className="grid gap-5">
        {message && (
          <blockquote
            lang=""
            className="line-clamp-3 border-l-3 border-line pl-3 text-sm wrap-anywhere whitespace-pre-wrap text-ink-soft"
          >
            {message.body}
          </blockquote>
        )}
        <RadioGroup
          name="reason"
          legend={t("reason")}
          choices={REPORT_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          required
        />
        <TextareaField name="note" label={t("note")} hint={t("note_hint")} maxLength={REPORT_NOTE_MAX} rows={3} />
        <Checkbox name="block" label={t("block", { name })} />
        <p className="text-sm text-ink-soft">{t("danger")}</p>
        {error && <Alert variant="danger">{m("failed", { reason: errorMessage(error) })}</Alert>}
        <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 border-t border-line bg-raised px-5 py-3 sm:static sm:m-0 sm:border-0 sm:p-0">
          <Button variant="quiet" onClick={close} disabled={isPending}>
            {m("cancel")}
          </Button>
          <Button type="submit" variant="danger" busy={isPending}>
            {t("send")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function useReport({ id }: Reported, message: Message["id"] | undefined, onDone: () => void) {
  const t = useTranslations("report");
  const toast = useToast();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  return useMutation({
    mutationFn: (report: { reason: ReportReason; note: string; block: boolean }) =>
      call(ReportApi.report, { body: { id, ...report, ...(message && { message }) } }),
    onSuccess: async ({ case: number }, { block }) => {
      if (block) {
        for (const queryKey of [chatsKey, likesKey]) client.invalidateQueries({ queryKey });
        await revalidate();
      }
      onDone();
      toast({ text: t("done", { number }), variant: "success" });
    },
  });
}
