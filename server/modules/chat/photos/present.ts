/** Rows of pictures → shapes of the contract; the file's name is the encrypted id, as with photos. */
import type { ChatPhoto } from "@serenade/contract/chat";
import type { Decoded } from "@serenade/contract/ids";
import type { Ids } from "../../../kernel/ids.ts";
import type { ShownPictureRow } from "./tables.ts";

/** Until it is active only its sender has something to see: the thumb. */
export function presentPicture({ id, status, thumbhash, blurred }: ShownPictureRow, ids: Ids): Decoded<ChatPhoto> {
  const file = `${ids.encode("picture", id)}.webp`;
  const thumb = blurred ? `blurred/${file}` : `thumb/${file}`;
  const filename = status === "active" && !blurred ? `full/${file}` : thumb;
  return { id, status, blurred, filename, thumb_filename: thumb, thumbhash };
}
