/**
 * Pictures through sharp (libvips): sniffed, decoded within limits, rotated upright, stripped of all metadata,
 * re-encoded, which removes anything hidden in the upload. Two at a time per process, so that many uploads stay within
 * memory.
 */
import { PHOTO_PIXELS } from "@serenade/contract/limits";
import { PHOTO_FORMATS, type PhotoFormat, RENDITIONS, type Rendition } from "@serenade/contract/photos";
import { fileTypeFromFile } from "file-type";
import PQueue from "p-queue";
import sharp, { type Sharp } from "sharp";
import phash from "sharp-phash";
import { rgbaToThumbHash } from "thumbhash";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Upload } from "../../../kernel/uploads.ts";
import { decodeHeic } from "./heic/gateway.ts";
import { withoutTexts } from "./rules.ts";

const TYPES = new Set(["image/jpeg", "image/png", "image/webp", "image/avif"]);
const HEIC = new Set(["image/heic", "image/heif"]);
const SECONDS = 10;
const QUALITY = 82;
const GROUND = "#ffffff";

const FULL = { width: 1280, height: 1600 };
const SIZES = { thumb: { width: 400, height: 500 }, match: { width: 640, height: 640 } };
/** 500 pixels cannot show a face; they are enlarged and blurred, which cannot be reversed. */
const SMEAR = { few: { width: 20, height: 25 }, many: { width: 80, height: 100 }, sigma: 2.5 };
/** Times as long as wide. */
const LONGEST = 4;
const HASHED = { width: 80, height: 100 };

const decoding = new PQueue({ concurrency: 2 });
/** Slow and memory-intensive: one at a time, in a separate queue. */
const decodingHeic = new PQueue({ concurrency: 1 });

// One picture at a time per core is fastest, and a bounded cache keeps the process small.
sharp.concurrency(1);
sharp.cache(false);

export interface Accepted {
  /** The job's input: the upload itself, or what could be decoded of it. */
  original: Buffer;
  /** For the owner, immediately. */
  thumb: Buffer;
  /** Of the full rendition to come. */
  width: number;
  height: number;
}

export interface Prepared {
  files: { rendition: Rendition; format: PhotoFormat; bytes: Buffer }[];
  width: number;
  height: number;
  thumbhash: Buffer;
  /** 64 noughts and ones, and those of its mirror image. */
  hashes: [string, string];
}

/**
 * Validates an upload: file type, number of pixels, readable to its end. Refuses invalid pictures. Reads it into memory
 * only when its turn in the queue comes.
 */
export async function acceptUpload(upload: Upload): Promise<Accepted> {
  const type = await fileTypeFromFile(upload.path);
  if (!type || !(TYPES.has(type.mime) || HEIC.has(type.mime))) throw new Refusal("unsupported_media");
  const accept = async () => {
    const decoded = HEIC.has(type.mime) ? await decodingHeic.add(async () => jpegOfHeic(await upload.read())) : null;
    return decoding.add(async () => inspect(decoded ?? withoutTexts(await upload.read())));
  };
  return accept().catch((error) => {
    throw error instanceof Refusal ? error : new Refusal("photo_unreadable");
  });
}

async function inspect(original: Buffer): Promise<Accepted> {
  const { width, height } = (await sharp(original, { limitInputPixels: false }).metadata()).autoOrient; // the header only
  if (width * height > PHOTO_PIXELS) throw new Refusal("photo_too_many_pixels");
  const full = await fullOf(original);
  return { original, thumb: await write(cut(full, "thumb"), "webp"), width: full.width, height: full.height };
}

/**
 * Every wanted rendition in both formats, the placeholder and the hashes; throws when the picture cannot be read after
 * all.
 */
export function preparePicture(original: Buffer, wanted: readonly Rendition[] = RENDITIONS): Promise<Prepared> {
  return decoding.add(async () => {
    const full = await fullOf(original);
    const files: Prepared["files"] = [];
    for (const rendition of wanted) {
      const picture = await drawn(full, rendition);
      for (const format of PHOTO_FORMATS)
        files.push({ rendition, format, bytes: await write(picture.clone(), format) });
    }
    const { width, height } = full;
    return { files, width, height, thumbhash: await hashOfColours(full.points()), hashes: await hashesOf(full) };
  });
}

/**
 * A rendition in a format that does not lie there, of one that does: of `full` for a picture that was stored before.
 */
export const renditionOf = (webp: Buffer, rendition: Rendition, format: PhotoFormat): Promise<Buffer> =>
  decoding.add(async () => write(rendition === "blurred" ? await blurred(sharp(webp)) : sharp(webp).flatten(), format));

/** The placeholder of a trusted picture: the drawn portraits. */
export const placeholderOf = (picture: Buffer): Promise<Buffer> => hashOfColours(sharp(picture));

/** Perceptual hash of a picture file, as noughts and ones: of what is to be banned. */
export const perceptualHash = async (picture: Buffer): Promise<string> =>
  hashOfPicture(await upright(picture).png().toBuffer());

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: PHOTO_PIXELS, failOn: "error", pages: 1 }).timeout({ seconds: SECONDS });
const upright = (bytes: Buffer): Sharp =>
  open(bytes).autoOrient().flatten({ background: GROUND }).toColourspace("srgb");
const write = (picture: Sharp, format: PhotoFormat): Promise<Buffer> =>
  (format === "webp" ? picture.webp({ quality: QUALITY }) : picture.jpeg({ quality: QUALITY })).toBuffer();

/** The full rendition as bare points: decoded once, and everything else is made of it. */
interface Full {
  width: number;
  height: number;
  points: () => Sharp;
}

async function fullOf(original: Buffer): Promise<Full> {
  const small = upright(original).resize({ ...FULL, fit: "inside", withoutEnlargement: true });
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, points: () => sharp(data, { raw: { width, height, channels } }) };
}

function drawn(full: Full, rendition: Rendition): Sharp | Promise<Sharp> {
  if (rendition === "full") return full.points();
  return rendition === "blurred" ? blurred(middleOf(full)) : cut(full, rendition);
}

const cut = (full: Full, rendition: keyof typeof SIZES): Sharp =>
  middleOf(full).resize({ ...SIZES[rendition], fit: "cover", position: "attention" });

/** Without the far ends of a very long picture: to fill a frame with a line of points would need a million of them. */
function middleOf({ width, height, points }: Full): Sharp {
  const longest = LONGEST * Math.min(width, height);
  const [w, h] = [Math.min(width, longest), Math.min(height, longest)];
  const [left, top] = [Math.floor((width - w) / 2), Math.floor((height - h) / 2)];
  return points().extract({ left, top, width: w, height: h });
}

async function blurred(picture: Sharp): Promise<Sharp> {
  const few = await picture
    .resize({ ...SMEAR.few, fit: "cover" })
    .png()
    .toBuffer();
  return sharp(few)
    .resize({ ...SMEAR.many, kernel: "cubic" })
    .blur(SMEAR.sigma);
}

async function hashOfColours(picture: Sharp): Promise<Buffer> {
  const small = picture
    .resize({ ...HASHED, fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data));
}

/** The mirror image has another hash, so both are computed. */
async function hashesOf(full: Full): Promise<[string, string]> {
  const small = await full.points().resize({ width: 256, height: 256, fit: "fill" }).png().toBuffer();
  const mirrored = await sharp(small).flop().png().toBuffer();
  return [await hashOfPicture(small), await hashOfPicture(mirrored)];
}

// its type declares a default export, but the module is the function itself
const hashOfPicture = phash as unknown as (picture: Buffer) => Promise<string>;

async function jpegOfHeic(upload: Buffer): Promise<Buffer> {
  const decoded = await decodeHeic(upload, PHOTO_PIXELS);
  if (!decoded) throw new Refusal("photo_too_many_pixels");
  const { width, height, data } = decoded;
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: PHOTO_PIXELS })
    .flatten({ background: GROUND })
    .resize({ width: 2 * FULL.width, height: 2 * FULL.height, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 95 })
    .toBuffer();
}
