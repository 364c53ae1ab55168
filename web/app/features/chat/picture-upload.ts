/** A picture on its way to be sent: it travels while its sender looks at it, and costs nothing before they send it. */
import { type ChatPhoto, ChatPhotoApi } from "@serenade/contract/chat";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { problemWith, sendFile } from "~/features/profile/upload.ts";
import { useFailureWords } from "~/kernel/failure-words.ts";

export interface Picked {
  file: File;
  /** What the browser shows of it until the server's thumb is wanted. */
  preview: string;
  /** 0 to 1. */
  part: number;
  /** There, and ready to be sent. */
  photo: ChatPhoto | null;
  /** Why it could not be uploaded, in words. */
  error: string | null;
}

export function usePicture() {
  const e = useTranslations("errors");
  const words = useFailureWords();
  const [picked, setPicked] = useState<Picked | null>(null);
  const cancel = useRef<AbortController>(undefined);
  useEffect(() => () => cancel.current?.abort(), []);

  const upload = async (file: File, preview: string) => {
    cancel.current?.abort();
    const controller = new AbortController();
    cancel.current = controller;
    const change = (more: Partial<Picked>) => {
      // what was called off, or overtaken by another choice, says nothing any more
      if (cancel.current === controller) setPicked((now) => now && { ...now, ...more });
    };
    setPicked({ file, preview, part: 0, photo: null, error: null });
    try {
      const answer = await sendFile(ChatPhotoApi.upload, file, (part) => change({ part }), controller.signal);
      if (answer) change({ photo: answer.photo, part: 1 });
    } catch (error) {
      change({ error: words(error) });
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
    /** Not to be sent after all; what has arrived goes after a day. */
    drop: () => {
      if (picked) URL.revokeObjectURL(picked.preview);
      forget();
    },
    /** It has been handed on to be sent, with its preview. */
    forget,
  };
}
