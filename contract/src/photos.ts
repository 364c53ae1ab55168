/** Photos of a member (§3, §9) and the addresses of their renditions. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing } from "./fields.ts";
import { idOf } from "./ids.ts";

export const RENDITIONS = ["full", "thumb", "match"] as const;
export type Rendition = (typeof RENDITIONS)[number];

/** File names go behind `settings.cdn_prefix`. `status` pending: only the owner sees it yet. */
export const MainImage = z.object({
  filename: z.string(),
  thumb_filename: z.string(),
  match: z.string(),
  status: z.enum(["pending", "active"]),
});
export type MainImage = z.output<typeof MainImage>;

export const Photo = z.object({
  id: idOf("photo"),
  filename: z.string(),
  thumb_filename: z.string(),
  match: z.string(),
  status: z.enum(["pending", "active"]),
  main: z.boolean(),
});
export type Photo = z.output<typeof Photo>;

const photos = z.object({ photos: z.array(Photo) });

export const PhotoApi = {
  upload: endpoint({
    method: "POST",
    path: "/api/photo.php",
    summary: "Add a photo: JPEG, PNG, WebP or AVIF of at most 10 MB; re-encoded and stripped of its metadata",
    upload: true,
    status: 201,
    answer: photos,
  }),
  main: endpoint({
    method: "PUT",
    path: "/api/photo.php",
    summary: "Make a photo the main one",
    body: z.strictObject({ id: idOf("photo"), main: z.literal(true) }),
    answer: photos,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/photo.php",
    summary: "Delete a photo",
    body: z.strictObject({ id: idOf("photo") }),
    answer: photos,
  }),
  picture: endpoint({
    method: "GET",
    path: "/api/photo",
    summary: "The picture itself, `photo/{rendition}/{file}`, if the caller may see it",
    binary: true,
    answer: nothing,
  }),
};
