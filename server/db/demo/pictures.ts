/**
 * The community's pictures in storage. The main ones of the first members are checked in; all others are drawn when
 * they are first asked for, in processes of their own that end after a while, so that neither the first start nor the
 * memory of the server pays for pictures that are never requested.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import PQueue from "p-queue";
import sharp from "sharp";
import type { Storage } from "../../kernel/storage.ts";
import { openDrawers } from "./drawing/drawers.ts";
import { thingFolder } from "./gallery.ts";

const FOLDER = new URL("./portraits/", import.meta.url);
/** Shown while a picture loads, by its folder in storage; written by tools/draw-portraits.ts. */
export const PLACEHOLDERS = new URL("placeholders.json", FOLDER);
export const portraitFile = (member: number): URL => new URL(`${String(member).padStart(3, "0")}.webp`, FOLDER);

const FULL = 800;
const THUMB = { width: 400, height: 500 };
const QUALITY = { full: 58, thumb: 72 };

/** The folder of a picture in a chat, which is a copy of a thing. */
export const chatFolder = (picture: number): string => `demo/chat-${picture}`;
const CHAT_THINGS = [thingFolder("dog", 3), thingFolder("coffee", 5), thingFolder("bicycle", 8)];

let placeholders: Record<string, string> | undefined;
/** The placeholder of a folder's picture, in base64. */
export function placeholderIn(folder: string): string | null {
  placeholders ??= JSON.parse(readFileSync(PLACEHOLDERS, "utf8")) as Record<string, string>;
  return placeholders[folder] ?? null;
}

/** A storage in which every picture of the community is found. */
export function withDrawings(storage: Storage): Storage & { close(): void } {
  const drawers = openDrawers();
  const underWay = new Map<string, Promise<Buffer | null>>();
  const thumbs = new PQueue({ concurrency: 2 });

  const make = async (folder: string, rendition: string): Promise<Buffer | null> => {
    const small = rendition === "thumb";
    const ahead = checkedIn(folder);
    if (ahead && !small) return readFile(ahead);
    const bytes = ahead
      ? await thumbs.add(async () =>
          sharp(await readFile(ahead))
            .resize(THUMB)
            .webp({ quality: 80, effort: 2 })
            .toBuffer(),
        )
      : await drawers.draw(pictured(folder), small ? THUMB.width : FULL, small ? QUALITY.thumb : QUALITY.full);
    if (bytes) await storage.put(`${folder}/${rendition}.webp`, bytes);
    return bytes;
  };

  const once = (folder: string, rendition: string): Promise<Buffer | null> => {
    const key = `${folder}/${rendition}`;
    const making = underWay.get(key) ?? make(folder, rendition).finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  };

  return {
    ...storage,
    close: () => drawers.close(),
    get: async (key) => {
      const there = await storage.get(key);
      const [, folder, rendition] =
        /^(demo\/(?:portrait|thing|scene|chat)-[a-z0-9-]+)\/(full|thumb|match)\.webp$/.exec(key) ?? [];
      if (there || !folder || !rendition) return there;
      return once(folder, rendition);
    },
  };
}

/** The file of a main picture that was drawn ahead: those who come first in every search. */
function checkedIn(folder: string): URL | null {
  const [, member] = /^demo\/portrait-(\d+)-0$/.exec(folder) ?? [];
  return member !== undefined && placeholderIn(folder) !== null ? portraitFile(Number(member)) : null;
}

/** What a folder shows. */
function pictured(folder: string): string {
  const [, chat] = /^demo\/chat-(\d+)$/.exec(folder) ?? [];
  return chat === undefined ? folder : CHAT_THINGS[Number(chat) % CHAT_THINGS.length]!;
}
