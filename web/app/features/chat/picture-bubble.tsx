import { type ChatPhoto, ChatPhotoApi } from "@serenade/contract/chat";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { call } from "~/platform/call.ts";
import { useErrorMessage } from "~/platform/error-message.ts";
import { Icon } from "~/ui/icon.tsx";
import { Modal } from "~/ui/modal.tsx";
import { SoftImage } from "~/ui/soft-image.tsx";
import { Spinner } from "~/ui/spinner.tsx";
import { useToast } from "~/ui/toasts.tsx";
import { putPhoto } from "./chat-cache.ts";
import { previewOf } from "./previews.ts";

const addressOf = (file: string) => `${ChatPhotoApi.picture.path}/${file}`;

interface Shown {
  photo: ChatPhoto;
  mine: boolean;
  name: string;
}

/** A picture message, always 4:5 at a fixed width, so that nothing shifts while it loads, is revealed or is removed. */
export function PictureBubble(shown: Shown) {
  const { photo, mine } = shown;
  return (
    <div className="relative grid aspect-4/5 w-52 max-w-full overflow-hidden rounded-card bg-sunken text-ink">
      {photo.status === "refused" ? (
        <Removed mine={mine} />
      ) : photo.status === "pending" && !mine ? (
        <Waiting />
      ) : photo.blurred ? (
        <Blurred {...shown} />
      ) : (
        <Clear {...shown} />
      )}
    </div>
  );
}

function Removed({ mine }: { mine: boolean }) {
  const t = useTranslations("chat.photo");
  return (
    <p className="grid place-content-center justify-items-center gap-2 p-4 text-center text-sm text-ink-soft">
      <Icon name="ban" className="size-8" />
      {t(mine ? "removed_mine" : "removed")}
    </p>
  );
}

function Waiting() {
  const t = useTranslations("chat.photo");
  return (
    <p className="grid place-content-center justify-items-center gap-2 p-4 text-center text-sm text-ink-soft">
      <Spinner className="size-6" />
      {t("pending")}
    </p>
  );
}

/** A picture from an unanswered sender stays blurred until the receiver reveals it; only then is the clear one loaded. */
function Blurred({ photo, name }: Shown) {
  const t = useTranslations("chat.photo");
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(ChatPhotoApi.reveal, { body: { id: photo.id } }),
    onSuccess: (answer) => putPhoto(client, answer.photo),
    onError: (error) => toast({ text: errorMessage(error), variant: "danger" }),
  });
  return (
    <>
      <SoftImage
        hash={photo.thumbhash}
        src={addressOf(photo.thumb_filename)}
        alt={t("blurred", { name })}
        width={80}
        height={100}
        className="absolute inset-0 size-full object-cover"
      />
      <div className="absolute inset-0 grid content-end gap-2 bg-black/35 p-3 text-center text-sm text-white">
        <p className="rounded-control bg-black/60 px-2 py-1">{t("why")}</p>
        <button
          type="button"
          aria-busy={isPending || undefined}
          onClick={() => !isPending && mutate()}
          className="move flex min-h-11 items-center justify-center gap-2 rounded-full bg-white font-semibold text-black active:scale-95"
        >
          {isPending ? <Spinner className="size-5" /> : <Icon name="eye" className="size-5" />}
          {t("reveal")}
        </button>
      </div>
    </>
  );
}

/** Opens the picture large. */
function Clear({ photo, mine, name }: Shown) {
  const t = useTranslations("chat.photo");
  const c = useTranslations("chat");
  const [open, setOpen] = useState(false);
  const label = mine ? t("mine") : t("theirs", { name });
  const preview = previewOf(photo.id);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="size-full -outline-offset-4">
        <SoftImage
          hash={preview ? null : photo.thumbhash}
          src={preview ?? addressOf(photo.thumb_filename)}
          alt={label}
          width={400}
          height={500}
          className="size-full object-cover"
        />
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title={label} closeLabel={c("close")} size="large">
        <img
          src={photo.status === "active" ? addressOf(photo.filename) : (preview ?? addressOf(photo.thumb_filename))}
          alt={label}
          className="max-h-[75dvh] w-full rounded-control object-contain"
        />
      </Modal>
    </>
  );
}
