import type { User } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberProfile } from "@serenade/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { call, randomKey } from "~/kernel/call.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";
import { keys, useUser } from "~/kernel/queries.ts";
import { IconButton } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { GiftDialog } from "./gift-dialog.tsx";

/** In the bar of a profile: the gift is there when the server has said so, because it costs something. */
export function GiveButton({ profile }: { profile: MemberProfile }) {
  const t = useTranslations("gifts");
  const own = useUser();
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useGive(profile, () => setOpen(false));
  if (!own) return null;
  return (
    <>
      <IconButton
        icon="gift"
        label={t("open", { name: profile.name })}
        onClick={() => setOpen(true)}
        className="size-13! border border-control bg-surface"
      />
      <GiftDialog own={own} to={profile} open={open} busy={isPending} onGive={mutate} onClose={() => setOpen(false)} />
    </>
  );
}

function useGive({ id, name }: MemberProfile, onGiven: () => void) {
  const t = useTranslations("gifts");
  const m = useTranslations("members");
  const tell = useToast();
  const words = useFailureWords();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  // pressed again after a lost answer it is the same gift
  const attempt = useRef<{ gift: Gift; key: string }>(undefined);
  return useMutation({
    mutationFn: (gift: Gift) => {
      if (attempt.current?.gift !== gift) attempt.current = { gift, key: randomKey() };
      const { key } = attempt.current;
      return call(ChatApi.send, { body: { client_id: key, profile: id, gift }, key });
    },
    onSuccess: async ({ credits }) => {
      attempt.current = undefined;
      client.setQueryData<User | null>(keys.user, (user) => user && { ...user, credits });
      client.invalidateQueries({ queryKey: keys.chats });
      onGiven();
      tell({ text: t("given", { name }), look: "success" });
      await revalidate();
    },
    onError: (error) => tell({ text: m("failed", { reason: words(error) }), look: "danger" }),
  });
}
