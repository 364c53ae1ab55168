/** A picture to send: it uploads while the sender previews it, and costs nothing until sent. */
import { type ChatPhoto, ChatPhotoApi } from "@serenade/contract/chat";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { problemWith, sendFile } from "~/features/profile/upload.ts";
import { useErrorMessage } from "~/platform/error-message.ts";

export interface Picked {
  file: File;
  /** Local preview, shown until the server's thumbnail is needed. */
  preview: string;
  /** 0 to 1. */
  part: number;
  /** Uploaded and ready to send. */
  photo: ChatPhoto | null;
  /** Why the upload failed, as text. */
  error: string | null;
}

export function usePicture() {
  const e = useTranslations("errors");
  const errorMessage = useErrorMessage();
  const [picked, setPicked] = useState<Picked | null>(null);
  const cancel = useRef<AbortController>(undefined);
  useEffect(() => () => cancel.current?.abort(), []);

  const upload = async (file: File, preview: string) => {
    cancel.current?.abort();
    const controller = new AbortController();
    cancel.current = controller;
    const change = (more: Partial<Picked>) => {
      // ignores a cancelled or replaced upload
      if (cancel.current === controller) setPicked((now) => now && { ...now, ...more });
    };
    setPicked({ file, preview, part: 0, photo: null, error: null });
    try {
      const answer = await sendFile(ChatPhotoApi.upload, file, (part) => change({ part }), controller.signal);
      if (answer) change({ photo: answer.photo, part: 1 });
    } catch (error) {
      change({ error: errorMessage(error) });
    }
  };
  const forget = () => {
    cancel.current?.abort();
    cancel.current = undefined;
    setPicked(null);
  };
  return {
    picked,
    pick: (file: File) => {
      const problem = problemWith(file);
      const preview = URL.createObjectURL(file);
      if (problem) setPicked({ file, preview, part: 0, photo: null, error: e(problem) });
      else void upload(file, preview);
    },
    again: () => picked && void upload(picked.file, picked.preview),
    /** Discards the picture; the server deletes an unsent upload after a day. */
    drop: () => {
      if (picked) URL.revokeObjectURL(picked.preview);
      forget();
    },
    /** Called when the picture is passed to the outbox with its preview. */
    forget,
  };
}
