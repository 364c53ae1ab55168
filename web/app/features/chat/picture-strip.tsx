import type { User } from "@serenade/contract/account";
import type { ChatPhoto } from "@serenade/contract/chat";
import type { MemberCard } from "@serenade/contract/members";
import { useEffect, useRef } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { Button } from "~/ui/button.tsx";
import { MessagePrice } from "./message-price.tsx";
import type { usePicture } from "./picture-upload.ts";
import { storePreview } from "./previews.ts";

/** Above the text field: the chosen picture with upload progress and price, to send or discard. */
export function PictureStrip({
  own,
  profile,
  picture: { picked, again, drop, forget },
  onSend,
  onGone,
}: {
  own: User;
  profile: MemberCard;
  picture: ReturnType<typeof usePicture>;
  onSend: (photo: ChatPhoto) => void;
  /** Called when it is sent or discarded, because the focus would be lost with it. */
  onGone: () => void;
}) {
  const t = useTranslations("chat.photo");
  const c = useTranslations("chat");
  const format = useFormatter();
  const button = useRef<HTMLButtonElement>(null);
  const ready = picked?.photo ?? null;
  // the send button gets the focus once the upload is complete
  useEffect(() => {
    if (ready) button.current?.focus();
  }, [ready]);
  if (!picked) return null;
  const { preview, part, error } = picked;
  const percent = format.number(part, { style: "percent", maximumFractionDigits: 0 });
  const send = () => {
    if (!ready) return;
    storePreview(ready.id, preview);
    forget();
    onSend(ready);
    onGone();
  };
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-sunken p-2.5">
      <img src={preview} alt={t("mine")} className="aspect-4/5 w-16 shrink-0 rounded-control object-cover" />
      <div className="grid min-w-0 flex-1 basis-36 gap-1.5 text-sm">
        {error ? (
          <p role="alert" className="text-danger-text">
            {error}
          </p>
        ) : (
          <p role="status">{ready ? t("ready") : part < 1 ? t("uploading", { percent }) : t("checking")}</p>
        )}
        {!error && !ready && (
          <progress
            value={part < 1 ? part : undefined}
            max={1}
            aria-label={t("choose")}
            className="h-1.5 w-full accent-primary-strong"
          />
        )}
      </div>
      {!error && <MessagePrice own={own} fictional={profile.fictional} what="photo" />}
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:w-full">
        <Button
          variant="quiet"
          size="small"
          className="max-sm:flex-1"
          onClick={() => {
            drop();
            onGone();
          }}
        >
          {t("cancel")}
        </Button>
        {error ? (
          <Button size="small" icon="refresh" onClick={again} className="max-sm:flex-1">
            {c("again")}
          </Button>
        ) : (
          <Button
            ref={button}
            variant="call"
            size="small"
            icon="send"
            disabled={!ready}
            onClick={send}
            className="max-sm:flex-1"
          >
            {t("send")}
          </Button>
        )}
      </div>
    </div>
  );
}
