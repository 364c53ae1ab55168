import { FictionalApi } from "@serenade/contract/chat";
import type { MemberCard } from "@serenade/contract/members";
import { useMutation } from "@tanstack/react-query";
import { useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { call } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";

/** In place of the text field until the member has read what a fictional profile is (product.md 11). */
export function FictionalNotice({ profile: { id, name } }: { profile: MemberCard }) {
  const t = useTranslations("chat.fictional");
  const tell = useToast();
  const words = useFailureWords();
  const { revalidate, state } = useRevalidator();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(FictionalApi.acknowledge, { body: { id } }),
    onSuccess: () => revalidate(),
    onError: (error) => tell({ text: words(error), look: "danger" }),
  });
  return (
    <div className="shrink-0 border-t border-line bg-surface p-3">
      <Alert
        look="warning"
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
