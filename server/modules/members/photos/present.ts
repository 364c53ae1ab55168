/** Photo rows → file names under settings.cdn_prefix. The name is the encoded id: opaque and unguessable. */
import type { Decoded } from "@serenade/contract/ids";
import type { MainImage, Photo, ShownPhoto } from "@serenade/contract/photos";
import type { Ids } from "../../../kernel/ids.ts";
import type { ActiveRow, PhotoRow } from "./tables.ts";

/** Until a photo is active only its thumb is there, for its owner. */
export function presentPicture({ id, thumbhash }: ActiveRow, status: PhotoRow["status"], ids: Ids): MainImage {
  const file = `${ids.encode("photo", id)}.webp`;
  const thumb = `thumb/${file}`;
  const [filename, match] = status === "active" ? [`full/${file}`, `match/${file}`] : [thumb, thumb];
  return { filename, thumb_filename: thumb, match, status, thumbhash };
}

/** The main photo of a member as the member's own row names it. */
export const presentMain = (id: number | null, thumbhash: string | null, ids: Ids): MainImage | null =>
  id === null ? null : presentPicture({ id, thumbhash }, "active", ids);

/** A photo on a profile, clear or blurred. */
export function presentShown(row: ActiveRow, blurred: boolean, ids: Ids): ShownPhoto {
  const clear = presentPicture(row, "active", ids);
  if (!blurred) return { ...clear, blurred };
  const name = clear.filename.replace("full/", "blurred/");
  return { ...clear, filename: name, thumb_filename: name, match: name, blurred };
}

export const presentPhoto = (row: PhotoRow, main: number | null, ids: Ids): Decoded<Photo> => ({
  id: row.id,
  ...presentPicture(row, row.status, ids),
  main: row.id === main,
  refused_for: row.refused_for,
});
