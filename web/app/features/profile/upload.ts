import type { Answer, Endpoint } from "@serenade/contract/endpoint";
import { PHOTO_BYTES } from "@serenade/contract/limits";
import { type Photo, PhotoApi } from "@serenade/contract/photos";
import { randomKey } from "~/platform/call.ts";
import { CallFailure, type FailureAnswer } from "~/platform/call-failure.ts";

export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"];
/** HEIC is not requested, so that phones send a JPEG instead; it is accepted anyway. */
const HEIC = /\.hei[cf]$/i;

/** Checks before uploading: an error code of texts/<locale>/errors.json, or null. */
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

/** By XMLHttpRequest, because fetch reports no upload progress. No retries: they would add photos. Null when cancelled. */
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
