/** Which renditions of a picture a member of its conversation may get (product.md 6). */
import type { Rendition } from "@serenade/contract/photos";
import type { ShownPictureRow } from "./tables.ts";

/** What is made of a picture in a chat. */
export const CHAT_RENDITIONS = ["full", "thumb", "blurred"] as const satisfies Rendition[];
export type ChatRendition = (typeof CHAT_RENDITIONS)[number];

/** Refused: none. Pending: the thumb, for its sender. Blurred: the blurred rendition, for the receiver. */
export function mayHavePicture({ status, blurred, own }: ShownPictureRow, rendition: ChatRendition): boolean {
  if (status === "refused") return false;
  if (status === "pending") return own && rendition === "thumb";
  return !blurred || rendition === "blurred";
}
