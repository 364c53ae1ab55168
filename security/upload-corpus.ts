/** Files for the check of uploads: those of the tests, hostile ones, and thousands of corrupted copies by seed. */
import { crc32, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { CORPUS, pictureOf, SECRET } from "../server/test/photo-corpus.ts";
import type { Scale } from "./check.ts";

export interface UploadFile {
  name: string;
  make: () => Promise<Buffer> | Buffer;
  /** The expected status, if there is only one; otherwise a photo or a refusal. */
  status?: number;
  fileName?: string;
}

/** 1,200 files, or 60 of all kinds. The same seed makes the same file. */
export function uploadCorpus(scale: Scale): UploadFile[] {
  const known: UploadFile[] = CORPUS.map(({ name, make, status }) => ({ name, make, status }));
  const [flips, cuts, made] = scale === "whole" ? [1_000, 120, MADE] : [12, 6, MADE.slice(0, 10)];
  return [
    ...known,
    ...made,
    ...Array.from({ length: flips }, (_, seed) => flipped(seed)),
    ...Array.from({ length: cuts }, (_, seed) => cut(seed)),
  ];
}

const BASES: [name: string, make: () => Promise<Buffer>][] = [
  ["JPEG", () => pictureOf(3)],
  [
    "progressive JPEG",
    async () =>
      sharp(await pictureOf(4))
        .jpeg({ progressive: true })
        .toBuffer(),
  ],
  [
    "JPEG with a place",
    async () =>
      sharp(await pictureOf(5))
        .withExif(GPS)
        .jpeg()
        .toBuffer(),
  ],
  [
    "PNG",
    async () =>
      sharp(await pictureOf(6))
        .resize(120, 150)
        .png()
        .toBuffer(),
  ],
  [
    "WebP",
    async () =>
      sharp(await pictureOf(7))
        .webp()
        .toBuffer(),
  ],
  [
    "lossless WebP",
    async () =>
      sharp(await pictureOf(8))
        .resize(120, 150)
        .webp({ lossless: true })
        .toBuffer(),
  ],
  [
    "AVIF",
    async () =>
      sharp(await pictureOf(9))
        .resize(120, 150)
        .avif({ effort: 0 })
        .toBuffer(),
  ],
  ["HEIC", async () => await CORPUS.find(({ name }) => name === "a HEIC")!.make()],
];
const GPS = {
  IFD0: { Copyright: SECRET, Make: "Telephone" },
  IFD3: { GPSLatitude: "52/1 22/1 12/1", GPSLatitudeRef: "N", GPSLongitude: "4/1 53/1 42/1", GPSLongitudeRef: "E" },
};

const encoded = new Map<string, Promise<Buffer>>();
/** Encoded once for a thousand corrupted copies. */
function baseOf(seed: number): { kind: string; bytes: Promise<Buffer> } {
  const [kind, make] = BASES[seed % BASES.length]!;
  if (!encoded.has(kind)) encoded.set(kind, make());
  return { kind, bytes: encoded.get(kind)! };
}

/** Shares of flipped bits: from an unreadable file down to about one bit. */
const SHARES = [0.01, 0.001, 0.0001, 0.00002];

function flipped(seed: number): UploadFile {
  const { kind, bytes } = baseOf(seed);
  const share = SHARES[Math.floor(seed / BASES.length) % SHARES.length]!;
  return {
    name: `${kind}, seed ${seed}, ${share} of its bits turned`,
    make: async () => {
      const copy = Buffer.from(await bytes);
      const next = numbersFrom(seed);
      const bits = copy.length * 8;
      for (let left = Math.max(1, Math.round(bits * share)); left > 0; left--) {
        const at = Math.floor(next() * bits);
        copy[at >> 3]! ^= 1 << (at & 7);
      }
      return copy;
    },
  };
}

function cut(seed: number): UploadFile {
  const { kind, bytes } = baseOf(seed);
  return {
    name: `${kind}, seed ${seed}, cut off`,
    make: async () => {
      const whole = await bytes;
      return whole.subarray(0, Math.floor(numbersFrom(seed + 10_000)() * whole.length));
    },
  };
}

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SCRIPT = `<script>window.__xss=1;alert("${SECRET}")</script>`;

const MADE: UploadFile[] = [
  { name: "a ZIP behind a PNG", make: async () => Buffer.concat([await png(), zipOf("index.html", SCRIPT)]) },
  { name: "HTML in a JPEG's comment", make: async () => withSegment(await pictureOf(11), 0xfe, Buffer.from(SCRIPT)) },
  { name: "script in a PNG's text", make: async () => withChunk(await png(), "tEXt", `Comment\0${SCRIPT}`) },
  { name: "a PNG's text that unpacks to 200 MB", make: async () => withChunk(await png(), "zTXt", packed("Comment")) },
  { name: "a PNG's colours that unpack to 200 MB", make: async () => withChunk(await png(), "iCCP", packed("icc")) },
  { name: "a JPEG of two thousand scans", make: manyScans },
  { name: "a JPEG that claims 65,535 × 65,535", make: async () => jpegOfSize(65_535, 65_535), status: 422 },
  { name: "a WebP that claims 16,383 × 16,383", make: async () => webpOfSize(16_384, 16_384), status: 422 },
  { name: "a picture called like a page", make: () => pictureOf(12), fileName: `"><script>.html`, status: 201 },
  { name: "a picture called like a path", make: () => pictureOf(13), fileName: "../../../../etc/passwd", status: 201 },
  { name: "a PNG that claims 2,000,000 × 2,000,000", make: async () => pngOfSize(2_000_000, 2_000_000), status: 422 },
  {
    name: "an interlaced PNG",
    make: async () =>
      sharp(await pictureOf(14))
        .png({ progressive: true })
        .toBuffer(),
  },
  { name: "two JPEGs in one", make: async () => Buffer.concat([await pictureOf(15), await pictureOf(16)]) },
  { name: "a JPEG packed with gzip", make: async () => gzipSync(await pictureOf(17)), status: 415 },
  { name: "10 MB of noughts, packed", make: () => gzipSync(Buffer.alloc(10_000_000)), status: 415 },
  { name: "a ZIP", make: () => zipOf("photo.jpg", SCRIPT), status: 415 },
  { name: "a BMP", make: () => Buffer.concat([Buffer.from("BM"), Buffer.alloc(200, 1)]), status: 415 },
  { name: "a Photoshop file", make: () => Buffer.concat([Buffer.from("8BPS\0\x01"), Buffer.alloc(400)]), status: 415 },
  { name: "a film", make: () => Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom"), status: 415 },
  { name: "an XML with an entity", make: () => Buffer.from(ENTITY), status: 415 },
  { name: "an SVG with a declaration", make: () => Buffer.from(`<?xml version="1.0"?>${SVG}`), status: 415 },
  { name: "an SVG packed", make: () => gzipSync(SVG), status: 415 },
  { name: "white space and an SVG", make: () => Buffer.from(`${" ".repeat(5_000)}${SVG}`), status: 415 },
  { name: "an ImageMagick script", make: () => Buffer.from(MVG), status: 415 },
  { name: "PostScript", make: () => Buffer.from("%!PS-Adobe-3.0 EPSF-3.0\n(x) show"), status: 415 },
  { name: "a cursor", make: () => Buffer.from([0, 0, 2, 0, 1, 0, 16, 16, ...Array(40).fill(0)]), status: 415 },
  { name: "a JPEG 2000", make: () => Buffer.from("\0\0\0\x0cjP  \r\n\x87\nftypjp2 ", "latin1"), status: 415 },
  { name: "a JPEG XL", make: () => Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(99)]), status: 415 },
  { name: "one byte", make: () => Buffer.of(0xff), status: 415 },
  { name: "a JPEG's two first bytes", make: () => Buffer.of(0xff, 0xd8), status: 415 },
  { name: "a WebP's head alone", make: () => Buffer.from("RIFF\x04\0\0\0WEBP", "latin1"), status: 422 },
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    name: `a JPEG of orientation ${orientation}`,
    make: async () =>
      sharp(await pictureOf(20 + orientation))
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer(),
    status: 201,
  })),
  { name: "39 megapixels of noise", make: heavy, status: 201 },
  { name: "a JPEG with a thumbnail of its own and a place", make: BASES[2]![1], status: 201 },
  {
    name: "a WebP with XMP that holds script",
    make: async () =>
      sharp(await pictureOf(30))
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"/>${SCRIPT}`)
        .webp()
        .toBuffer(),
    status: 201,
  },
];

/** The largest accepted picture, with as many bytes as allowed. */
export async function heavy(): Promise<Buffer> {
  return sharp(await pictureOf(99))
    .resize(6_240, 6_240, { fit: "fill" })
    .jpeg({ quality: 90 })
    .toBuffer();
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.__xss=1"><script>alert("${SECRET}")</script></svg>`;
const ENTITY = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&e;</text></svg>`;
const MVG = "push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://127.0.0.1/\";id\")'\npop graphic-context";

const png = async (): Promise<Buffer> =>
  sharp(await pictureOf(10))
    .resize(120, 150)
    .png()
    .toBuffer();

/** A keyword of a PNG's chunk, followed by 200 MB of zeros packed into 200 kB. */
const packed = (keyword: string): Buffer =>
  Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(Buffer.alloc(200_000_000), { level: 9 })]);

/** Inserts a chunk after a PNG's header. */
function withChunk(picture: Buffer, type: string, content: string | Buffer): Buffer {
  const data = Buffer.from(content as string);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  const header = 33; // signature and IHDR
  return Buffer.concat([picture.subarray(0, header), length, body, sum, picture.subarray(header)]);
}

/** Inserts a segment after a JPEG's first two bytes. */
function withSegment(picture: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]);
  return Buffer.concat([picture.subarray(0, 2), head, content, picture.subarray(2)]);
}

/** A progressive JPEG that repeats its last scan: each is decoded over all pixels. */
async function manyScans(): Promise<Buffer> {
  const picture = await sharp(await pictureOf(31))
    .resize(2_000, 2_500)
    .jpeg({ progressive: true })
    .toBuffer();
  const scan = picture.subarray(picture.lastIndexOf(Buffer.from([0xff, 0xda])), picture.length - 2);
  const times = Math.min(2_000, Math.floor((10_000_000 - picture.length) / scan.length));
  return Buffer.concat([picture.subarray(0, -2), ...Array<Buffer>(times).fill(scan), Buffer.of(0xff, 0xd9)]);
}

async function jpegOfSize(width: number, height: number): Promise<Buffer> {
  const picture = Buffer.from(await pictureOf(32));
  const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
  picture.writeUInt16BE(height, frame + 5);
  picture.writeUInt16BE(width, frame + 7);
  return picture;
}

async function webpOfSize(width: number, height: number): Promise<Buffer> {
  const picture = Buffer.from(
    await sharp(await pictureOf(33))
      .webp()
      .toBuffer(),
  );
  const start = picture.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  picture.writeUInt16LE((width - 1) & 0x3fff, start + 3);
  picture.writeUInt16LE((height - 1) & 0x3fff, start + 5);
  return picture;
}

async function pngOfSize(width: number, height: number): Promise<Buffer> {
  const picture = Buffer.from(await png());
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29);
  return picture;
}

/** A ZIP of one file. */
function zipOf(name: string, content: string): Buffer {
  const data = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(Buffer.from(content)), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(Buffer.byteLength(content), 18);
  common.writeUInt16LE(Buffer.byteLength(name), 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), data]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
