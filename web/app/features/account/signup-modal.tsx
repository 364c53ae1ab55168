import { useState } from "react";
import { useFetcher } from "react-router";
import { useTranslations } from "use-intl/react";
import { attributionIn } from "~/features/attribution/attribution.ts";
import { paths } from "~/paths.ts";
import { randomKey } from "~/platform/call.ts";
import { isFormFailure } from "~/platform/form-failure.ts";
import { useRootData, useSettings } from "~/root-data.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Modal } from "~/ui/modal.tsx";
import type { SignUpStart } from "./sign-up.ts";
import { Closed, HaveAccount, isOpen, SignUpForm } from "./sign-up-form.tsx";
import type { SignupPrompt } from "./signup-prompt.ts";

/** Sign-up over the current page. Once typing has begun, only the cross closes it (§4). */
export default function SignupModal({
  prompt,
  open,
  onClose,
}: {
  prompt: SignupPrompt;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("account");
  const settings = useSettings();
  const stored = useRootData()?.attribution.stored;
  const fetcher = useFetcher();
  const [started, setStarted] = useState(false);
  const [key] = useState(randomKey);
  if (!settings) return null;
  const { name, id, main_image: image } = prompt.member;
  const search = new URLSearchParams(location.search);
  const start: SignUpStart = {
    key,
    gender: undefined,
    looking_for: [],
    message: "",
    invitation: search.get("invitation") ?? "",
    interests: [],
    slug: null,
    tracking: { ...stored, ...attributionIn(search) },
  };
  const to = prompt.reason === "message" ? { id, name } : undefined;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t(`modal.${prompt.reason}`, { name })}
      closeLabel={t("modal.close")}
      held={started}
      locked={fetcher.state !== "idle"}
    >
      <div className="grid gap-4" onInput={() => setStarted(true)}>
        <div className="flex items-center gap-3">
          <Avatar name={name} src={image && settings.cdn_prefix + image.thumb_filename} />
          <p className="flex-1 text-ink-soft">{t("modal.lead")}</p>
        </div>
        {isOpen(settings, start) ? (
          <SignUpForm
            settings={settings}
            start={start}
            failure={isFormFailure(fetcher.data) ? fetcher.data : undefined}
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
