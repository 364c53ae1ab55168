/**
 * Stores the drawn portraits: the checked-in file is the large rendition, the small one is generated here, and rare
 * ones (blurred, JPEG) on first request. Placeholders are checked in beside the pictures.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import PQueue from "p-queue";
import sharp from "sharp";
import type { Storage } from "../../kernel/storage.ts";
import { photoKey } from "../../modules/members/photos/commands.ts";
import { CHAT_PICTURES } from "./attachments.ts";
import { FACES } from "./faces.ts";
import { PLACEHOLDERS, PLACES, placeFile, portraitFile } from "./gallery.ts";

const AT_ONCE = 2;

export const faceFolder = (face: number): string => `demo/face-${face}`;
export const placeFolder = (place: number): string => `demo/place-${place}`;
/** The folder of a picture in a chat, which is a copy of a place. */
export const chatFolder = (picture: number): string => `demo/chat-${picture}`;
export const chatPlace = (picture: number): number => picture * 7 + 2;

let placeholders: Record<string, string> | undefined;
/** The placeholder of a folder's picture, in base64. */
export function placeholderIn(folder: string): string | null {
  placeholders ??= JSON.parse(readFileSync(PLACEHOLDERS, "utf8")) as Record<string, string>;
  return placeholders[folder] ?? null;
}

/** Once per data directory; a second call finds the last file and is done. */
export async function storePictures(storage: Storage): Promise<void> {
  const pictures = [
    ...Array.from({ length: FACES }, (_, face) => ({ file: portraitFile(face), folder: faceFolder(face) })),
    ...Array.from({ length: PLACES }, (_, place) => ({ file: placeFile(place), folder: placeFolder(place) })),
    ...Array.from({ length: CHAT_PICTURES }, (_, at) => ({ file: placeFile(chatPlace(at)), folder: chatFolder(at) })),
  ];
  if (await storage.get(photoKey(pictures.at(-1)!.folder, "match"))) return;
  const store = pictures.map(
    ({ file, folder }) =>
      async () =>
        storePicture(storage, await readFile(file), folder),
  );
  await new PQueue({ concurrency: AT_ONCE }).addAll(store);
}

async function storePicture(storage: Storage, drawn: Buffer, folder: string): Promise<void> {
  const thumb = await sharp(drawn).resize(400, 500).webp({ quality: 80, effort: 2 }).toBuffer();
  await storage.put(photoKey(folder, "full"), drawn);
  await storage.put(photoKey(folder, "thumb"), thumb);
  await storage.put(photoKey(folder, "match"), drawn);
}
