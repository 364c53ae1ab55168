import { useEffect, useEffectEvent } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "~/paths.ts";

/** The name of the cache and of its only entry; the same in public/sw-push.js. */
const SHARED_PHOTO = "shared-photo";

/** Long enough to log in first; later, another person may be using the device. */
const RETENTION_MS = 10 * 60_000;

/** Hands over the photo that another app shared with the installed one, once; the service worker received it. */
export function useSharedPhoto(use: (photo: File) => void): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isShared = params.get("shared") === "photo";
  const take = useEffectEvent(async () => {
    const photo = await takeSharedPhoto().catch(() => null);
    await navigate(paths.profile(), { replace: true, preventScrollReset: true });
    if (photo) use(photo);
  });
  useEffect(() => {
    if (isShared) void take();
  }, [isShared]);
}

/** Null when nothing was shared, or another page took it. */
async function takeSharedPhoto(): Promise<File | null> {
  const cache = await caches.open(SHARED_PHOTO);
  const entry = await cache.match(`/${SHARED_PHOTO}`);
  await caches.delete(SHARED_PHOTO);
  if (!entry || Date.now() - Number(entry.headers.get("X-Time")) > RETENTION_MS) return null;
  const photo = await entry.blob();
  return new File([photo], decodeURIComponent(entry.headers.get("X-Name") ?? "photo"), { type: photo.type });
}
