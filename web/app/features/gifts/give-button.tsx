import type { User } from "@serenade/contract/account";
import { ChatApi } from "@serenade/contract/chat";
import type { Gift } from "@serenade/contract/gifts";
import type { MemberProfile } from "@serenade/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslations } from "use-intl/react";
import { userKey, useUser } from "~/features/account/queries.ts";
import { chatsKey } from "~/features/chat/queries.ts";
import { call, randomKey } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { IconButton } from "~/ui/button.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { GiftDialog } from "./gift-dialog.tsx";

/** In a profile's action bar. Not optimistic, because a gift costs credits. */
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
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  // the same key, so that a retry after a lost response does not give twice
  const attempt = useRef<{ gift: Gift; key: string }>(undefined);
  return useMutation({
    mutationFn: (gift: Gift) => {
      if (attempt.current?.gift !== gift) attempt.current = { gift, key: randomKey() };
      const { key } = attempt.current;
      return call(ChatApi.send, { body: { client_id: key, profile: id, gift }, key });
    },
    onSuccess: async ({ credits }) => {
      attempt.current = undefined;
      client.setQueryData<User | null>(userKey, (user) => user && { ...user, credits });
      client.invalidateQueries({ queryKey: chatsKey });
      onGiven();
      toast({ text: t("given", { name }), variant: "success" });
      await revalidate();
    },
    onError: (error) => toast({ text: m("failed", { reason: errorMessage(error) }), variant: "danger" }),
  });
}
