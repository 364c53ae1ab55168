/**
 * Pictures through sharp (libvips): sniffed, decoded within limits, turned upright, stripped of every metadata, written again
 * as WebP. What was hidden in the upload does not survive.
 */
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { Refusal } from "../../../kernel/refusal.ts";

const TYPES = new Set(["image/jpeg", "image/png", "image/webp", "image/avif"]);
const PIXELS = 40_000_000;
const SECONDS = 10;
const QUALITY = 82;

const SIZES = {
  full: { width: 1280, height: 1600, fit: "inside" },
  thumb: { width: 400, height: 500, fit: "cover" },
  match: { width: 640, height: 640, fit: "cover" },
} as const;
export type Renditions = Record<keyof typeof SIZES, Buffer>;

// One picture at a time per core is fastest, and a bounded cache keeps the process small.
sharp.concurrency(1);
sharp.cache(false);

/** Bytes of an upload → its renditions and the size of the full one. Refuses what is no readable picture, in words. */
export async function renderPhoto(upload: Buffer): Promise<{ files: Renditions; width: number; height: number }> {
  const type = await fileTypeFromBuffer(upload);
  if (!type || !TYPES.has(type.mime)) throw new Refusal("unsupported_media");
  try {
    const source = sharp(upload, { limitInputPixels: PIXELS, failOn: "error", pages: 1 }).timeout({ seconds: SECONDS });
    const upright = await source.rotate().toColourspace("srgb").webp({ quality: 100, effort: 0 }).toBuffer();
    const entries = await Promise.all(
      Object.entries(SIZES).map(async ([name, { width, height, fit }]) => {
        const resized = sharp(upright).resize({
          width,
          height,
          fit,
          position: "attention",
          withoutEnlargement: fit === "inside",
        });
        const { data, info } = await resized.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
        return { name, data, info };
      }),
    );
    const full = entries.find((entry) => entry.name === "full")!.info;
    const files = Object.fromEntries(entries.map(({ name, data }) => [name, data])) as Renditions;
    return { files, width: full.width, height: full.height };
  } catch {
    throw new Refusal("photo_unreadable");
  }
}
