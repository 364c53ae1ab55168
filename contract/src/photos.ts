/** Photos of a member (§3, §9) and the addresses of their renditions. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing } from "./fields.ts";
import { idOf } from "./ids.ts";
import { PHOTOS_PREMIUM } from "./limits.ts";

/** `blurred` is what a free member sees beyond three photos: a few hundred pixels, smoothed. */
export const RENDITIONS = ["full", "thumb", "match", "blurred"] as const;
export type Rendition = (typeof RENDITIONS)[number];

/** Every rendition exists in both formats; the extension of the address chooses. */
export const PHOTO_FORMATS = ["webp", "jpg"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

const image = {
  filename: z.string(),
  thumb_filename: z.string(),
  match: z.string(),
  /** pending and refused: visible to the owner only. */
  status: z.enum(["pending", "active", "refused"]),
  /** A placeholder of two dozen bytes while the photo loads (thumbhash, base64); null until the photo is active. */
  thumbhash: z.nullable(z.string()),
};

/** File names are appended to `settings.cdn_prefix`. */
export const MainImage = z.object(image);
export type MainImage = z.output<typeof MainImage>;

/** A photo on another member's profile. Blurred: all three names are the blurred rendition's. */
export const ShownPhoto = z.object({ ...image, blurred: z.boolean() });
export type ShownPhoto = z.output<typeof ShownPhoto>;

export const REFUSED_FOR = ["banned", "unreadable"] as const;

export const Photo = z.object({
  id: idOf("photo"),
  ...image,
  main: z.boolean(),
  /** Why it was refused. */
  refused_for: z.nullable(z.enum(REFUSED_FOR)),
});
export type Photo = z.output<typeof Photo>;

const photos = z.object({ photos: z.array(Photo) });

export const PhotoApi = {
  upload: endpoint({
    method: "POST",
    path: "/api/photo.php",
    summary:
      "Add a photo: JPEG, PNG, WebP, AVIF or HEIC of at most 10 MB and 40 megapixels; pending until it is re-encoded, stripped of its metadata and checked",
    upload: true,
    status: 201,
    answer: photos,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/photo.php",
    summary: "Make a photo the main one, or move it to a position, counted from 1",
    body: z.strictObject({
      id: idOf("photo"),
      main: z.optional(z.literal(true)),
      order: z.optional(z.int().check(z.minimum(1), z.maximum(PHOTOS_PREMIUM))),
    }),
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
    summary:
      "The picture itself, `photo/{rendition}/{file}.webp` or `.jpg`, if the caller may see that rendition of it",
    binary: true,
    answer: nothing,
  }),
};
