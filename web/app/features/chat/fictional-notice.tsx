import { FictionalApi } from "@serenade/contract/chat";
import type { MemberCard } from "@serenade/contract/members";
import { useMutation } from "@tanstack/react-query";
import { useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";

/** Replaces the text field until the member acknowledges what a fictional profile is (product.md 11). */
export function FictionalNotice({ profile: { id, name } }: { profile: MemberCard }) {
  const t = useTranslations("chat.fictional");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const { revalidate, state } = useRevalidator();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(FictionalApi.acknowledge, { body: { id } }),
    onSuccess: () => revalidate(),
    onError: (error) => toast({ text: errorMessage(error), variant: "danger" }),
  });
  return (
    <div className="shrink-0 border-t border-line bg-surface p-3">
      <Alert
        variant="warning"
        title={t("title", { name })}
        action={
          <Button size="small" busy={isPending || state === "loading"} onClick={() => mutate()}>
            {t("understood")}
          </Button>
        }
      >
        {t("text")}
      </Alert>
    </div>
  );
}
