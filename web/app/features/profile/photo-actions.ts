import { type Photo, PhotoApi } from "@serenade/contract/photos";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { Call } from "~/platform/call.ts";
import { useLive } from "~/platform/live.ts";

const ASK_AGAIN_MS = 3_000;

/** A photo is processed shortly after its upload: the live event announces it, and polling covers a lost event. */
export function useReadyPhotos(photos: Photo[]) {
  const { revalidate } = useRevalidator();
  useLive("photo", () => void revalidate());
  const waiting = photos.some(({ status }) => status === "pending");
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(revalidate, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);
}

/** The forms of the organizer, and the upload of a form without script. */
export async function changePhotos(call: Call, fields: FormData) {
  const id = String(fields.get("photo_id")) as Photo["id"];
  switch (fields.get("intent")) {
    case "main":
      await call(PhotoApi.change, { body: { id, main: true, order: 1 } });
      return "made_main" as const;
    case "move":
      await call(PhotoApi.change, { body: { id, order: Number(fields.get("order")) } });
      if (fields.has("main_id"))
        await call(PhotoApi.change, { body: { id: String(fields.get("main_id")) as Photo["id"], main: true } });
      return "moved" as const;
    case "remove":
      await call(PhotoApi.remove, { body: { id } });
      return "removed" as const;
    default:
      await call(PhotoApi.upload, { body: fields });
      return "uploaded" as const;
  }
}

export const isAboutPhotos = (fields: FormData) =>
  ["photo", "main", "move", "remove"].includes(String(fields.get("intent")));
