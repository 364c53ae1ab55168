import type { Answer, Endpoint } from "@serenade/contract/endpoint";
import { PHOTO_BYTES } from "@serenade/contract/limits";
import { type Photo, PhotoApi } from "@serenade/contract/photos";
import { randomKey } from "~/kernel/call.ts";
import { CallFailure, type FailureAnswer } from "~/kernel/call-failure.ts";

export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"];
/** Not asked for, so that telephones send the JPEG that they make of it; taken where it comes all the same. */
const HEIC = /\.hei[cf]$/i;

/** What can be known before a byte travels: the code of texts/<locale>/errors.json, or null. */
export function problemWith(file: File): "unsupported_media" | "too_large" | null {
  if (!PHOTO_TYPES.includes(file.type) && !HEIC.test(file.name)) return "unsupported_media";
  return file.size > PHOTO_BYTES ? "too_large" : null;
}

export async function uploadPhoto(
  file: File,
  onProgress: (part: number) => void,
  cancel: AbortSignal,
): Promise<Photo[] | null> {
  return (await sendFile(PhotoApi.upload, file, onProgress, cancel))?.photos ?? null;
}

/** By XMLHttpRequest, because fetch does not say how far an upload has come. Not repeated by itself: twice would be two photos. Null when it was cancelled. */
export function sendFile<E extends Endpoint & { upload: true }>(
  endpoint: E,
  file: File,
  onProgress: (part: number) => void,
  cancel: AbortSignal,
): Promise<Answer<E> | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer<E> | null>();
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.set("photo", file);
  request.open(endpoint.method, endpoint.path);
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("X-Request-Type", "client");
  request.setRequestHeader("Idempotency-Key", randomKey());
  request.responseType = "json";
  request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
  request.onabort = () => resolve(null);
  cancel.addEventListener("abort", () => request.abort(), { once: true });
  request.onerror = () => reject(new CallFailure(0, { error: "network" }));
  request.onload = () => {
    const answer = request.response as Answer<E> | FailureAnswer | null;
    if (request.status < 300 && answer) resolve(answer as Answer<E>);
    else reject(new CallFailure(request.status, (answer as FailureAnswer | null) ?? { error: "internal" }));
  };
  request.send(body);
  return promise;
}
