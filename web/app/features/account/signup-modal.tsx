import { useState } from "react";
import { useFetcher } from "react-router";
import { useTranslations } from "use-intl/react";
import { randomKey } from "~/kernel/call.ts";
import { isRefused } from "~/kernel/form.ts";
import type { Wish } from "~/kernel/join.ts";
import { useRootData, useSettings } from "~/kernel/queries.ts";
import { sourceIn } from "~/kernel/source.ts";
import { paths } from "~/paths.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Modal } from "~/ui/modal.tsx";
import type { SignUpStart } from "./sign-up.ts";
import { Closed, HaveAccount, isOpen, SignUpForm } from "./sign-up-form.tsx";

/** Sign-up over the page that somebody is looking at. Once it has begun, only the cross closes it (§4). */
export default function SignupModal({ wish, open, onClose }: { wish: Wish; open: boolean; onClose: () => void }) {
  const t = useTranslations("account");
  const settings = useSettings();
  const kept = useRootData()?.source.kept;
  const fetcher = useFetcher();
  const [begun, setBegun] = useState(false);
  const [key] = useState(randomKey);
  if (!settings) return null;
  const { name, id, main_image: image } = wish.member;
  const asked = new URLSearchParams(location.search);
  const start: SignUpStart = {
    key,
    gender: undefined,
    looking_for: [],
    message: "",
    invitation: asked.get("invitation") ?? "",
    tracking: { ...kept, ...sourceIn(asked) },
  };
  const to = wish.for === "message" ? { id, name } : undefined;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t(`modal.${wish.for}`, { name })}
      closeLabel={t("modal.close")}
      held={begun}
      locked={fetcher.state !== "idle"}
    >
      <div className="grid gap-4" onInput={() => setBegun(true)}>
        <div className="flex items-center gap-3">
          <Avatar name={name} src={image && settings.cdn_prefix + image.thumb_filename} />
          <p className="flex-1 text-ink-soft">{t("modal.lead")}</p>
        </div>
        {isOpen(settings, start) ? (
          <SignUpForm
            settings={settings}
            start={start}
            answer={isRefused(fetcher.data) ? fetcher.data : undefined}
            in={{ Form: fetcher.Form, state: fetcher.state, action: paths.signup() }}
            {...(to && { to })}
          />
        ) : (
          <Closed />
        )}
        <HaveAccount back />
      </div>
    </Modal>
  );
}
