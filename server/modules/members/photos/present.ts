/** Photo rows → file names behind settings.cdn_prefix. The name is the sealed id: it says nothing and cannot be guessed. */
import type { Opened } from "@serenade/contract/ids";
import type { MainImage, Photo } from "@serenade/contract/photos";
import type { Ids } from "../../../kernel/ids.ts";
import type { PhotoRow } from "./tables.ts";

export function presentPicture(id: number, status: PhotoRow["status"], ids: Ids): MainImage {
  const file = `${ids.seal("photo", id)}.webp`;
  return { filename: `full/${file}`, thumb_filename: `thumb/${file}`, match: `match/${file}`, status };
}

export const presentPhoto = (row: PhotoRow, main: number | null, ids: Ids): Opened<Photo> => ({
  id: row.id,
  ...presentPicture(row.id, row.status, ids),
  main: row.id === main,
});
