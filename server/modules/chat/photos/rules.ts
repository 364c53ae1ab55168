/** Which rendition of a picture somebody may have who is one of the two of its conversation (product.md 6). */
import type { Rendition } from "@serenade/contract/photos";
import type { ShownPictureRow } from "./tables.ts";

/** What is made of a picture in a chat. */
export const CHAT_RENDITIONS = ["full", "thumb", "blurred"] as const satisfies Rendition[];
export type ChatRendition = (typeof CHAT_RENDITIONS)[number];

/** A refused one nobody; one that waits its sender, the thumb; one that came veiled the receiver, blurred. */
export function mayHavePicture({ status, veiled, own }: ShownPictureRow, rendition: ChatRendition): boolean {
  if (status === "refused") return false;
  if (status === "pending") return own && rendition === "thumb";
  return !veiled || rendition === "blurred";
}
