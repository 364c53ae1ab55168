/**
 * Generates photo files that people and attackers upload: each becomes a clean picture or is refused with the listed
 * status. `npx node server/test/photo-corpus.ts <folder>` writes them to disk for inspection.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

export interface Specimen {
  name: string;
  make: () => Promise<Buffer> | Buffer;
  /** 201, or how it is refused. */
  status: number;
  /** Width over height of the resulting picture. */
  shape?: number;
  /** The colour of its upper left corner. */
  corner?: "red" | "blue";
}

/** Hidden in files, in places that must not survive. */
export const SECRET = "52.3702-north-at-home";

const MEGABYTE = 1_048_576;

/** Points of many colours; the same number gives the same picture. */
export async function pictureOf(number: number): Promise<Buffer> {
  const points = Buffer.from(
    Array.from({ length: 8 * 10 * 3 }, (_, at) => (Math.imul(at + 1, number * 2_654_435_761) >>> 24) & 255),
  );
  return sharp(points, { raw: { width: 8, height: 10, channels: 3 } })
    .resize(400, 500, { kernel: "cubic" })
    .jpeg()
    .toBuffer();
}

/** Red above blue, so that the orientation is visible. */
const flag = (width: number, height: number): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height / 2}" fill="#d02020"/><rect y="${height / 2}" width="${width}" height="${height / 2}" fill="#2040d0"/></svg>`,
    ),
  );
const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "#b06a3c" } });
const jpeg = (): Promise<Buffer> => flag(900, 1200).jpeg().toBuffer();
const GPS = {
  IFD0: { Copyright: SECRET, Make: "Telephone" },
  IFD3: { GPSLatitude: "52/1 22/1 12/1", GPSLatitudeRef: "N", GPSLongitude: "4/1 53/1 42/1", GPSLongitudeRef: "E" },
};
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

/** 96 × 120, red above blue, with an alpha plane: 712 bytes of libheif's own encoder. */
const HEIC = Buffer.from(
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAkVtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA" +
    "AAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAJpAAEAAAAAAAAARAACAAAAAAKtAAEAAAAAAAAAGwAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAA" +
    "AAEAAGh2YzEAAAAAFWluZmUCAAAAAAIAAGh2YzEAAAABhGlwcnAAAAFfaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGE" +
    "ABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCB5ZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAi" +
    "QAAAABRpc3BlAAAAAAAAAGAAAAB4AAAAEHBpeGkAAAAAAwgICAAAAHJodmNDAQQIAAAAAAAAAAAAHvAA/Pz4+AAADwMgAAEAF0ABDAH//wQIAA" +
    "ADAJ/4AAADAAAeugJAIQABACZCAQEECAAAAwCf+AAAAwAAHsDCB5ZbqSSmubAgAAADACAAAAMAISIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAA" +
    "AGAAAAB4AAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAdaXBtYQAAAAAAAAACAAEDgQKDAA" +
    "IEhAWGhwAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAZ21kYXQAAABAKAGvGYBsVuDRkKb//u6w/7Mlf8aAyfJWo17F2/tzbVihrFAEeYqT" +
    "EVnS169nWnWZ+414n4WlAAADAAAMmAAC0gAAABcoAa4z4rDg9p+ijnDNAr0HwAAAGEAMaA==",
  "base64",
);

/** The same file with a forged size in its header. */
function heicOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(HEIC);
  for (let at = bytes.indexOf("ispe"); at > 0; at = bytes.indexOf("ispe", at + 1)) {
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  }
  return bytes;
}

/** A PNG with many identical empty lines: gigabytes in memory, kilobytes in the file. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit a point, grey
  const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", lines), chunk("IEND", Buffer.alloc(0))]);
}

/** 9 MB of a PNG's text that unpack to 9 GB. */
async function textBomb(): Promise<Buffer> {
  const text = Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(40_000_000), { level: 9 })]);
  const picture = await flag(90, 120).png().toBuffer();
  const header = 33; // signature and IHDR
  return Buffer.concat([
    picture.subarray(0, header),
    ...Array(230).fill(chunk("zTXt", text)),
    picture.subarray(header),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

async function animated(format: "webp" | "gif"): Promise<Buffer> {
  const frames = await Promise.all(
    ["#d02020", "#20d020", "#2040d0"].map((background) =>
      sharp({ create: { width: 120, height: 150, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    [format]()
    .toBuffer();
}

export const CORPUS: Specimen[] = [
  { name: "a JPEG", make: jpeg, status: 201, shape: 0.75, corner: "red" },
  {
    name: "a PNG with 16 bits a channel",
    make: () => flag(90, 120).toColourspace("rgb16").png().toBuffer(),
    status: 201,
    shape: 0.75,
    corner: "red",
  },
  {
    name: "a CMYK JPEG",
    make: () => flag(900, 1200).toColourspace("cmyk").jpeg().toBuffer(),
    status: 201,
    shape: 0.75,
    corner: "red",
  },
  { name: "a grey JPEG", make: () => plain(90, 120).greyscale().jpeg().toBuffer(), status: 201, shape: 0.75 },
  {
    name: "a PNG that one can see through",
    make: () => flag(90, 120).ensureAlpha(0.5).png().toBuffer(),
    status: 201,
    shape: 0.75,
  },
  {
    name: "an AVIF",
    make: () => flag(90, 120).avif({ effort: 0 }).toBuffer(),
    status: 201,
    shape: 0.75,
    corner: "red",
  },
  { name: "a HEIC", make: () => HEIC, status: 201, shape: 0.8, corner: "red" },
  {
    name: "a JPEG that lies on its side", // upright it is red above blue, 3 : 4
    make: () =>
      flag(900, 1200)
        .rotate(-90)
        .jpeg()
        .toBuffer()
        .then((side) => sharp(side).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    status: 201,
    shape: 0.75,
    corner: "red",
  },
  {
    name: "a JPEG upside down",
    make: () => flag(90, 120).rotate(180).withMetadata({ orientation: 3 }).jpeg().toBuffer(),
    status: 201,
    shape: 0.75,
    corner: "red",
  },
  {
    name: "a JPEG that says where it was taken",
    make: () => flag(900, 1200).withExif(GPS).withXmp(XMP).jpeg().toBuffer(),
    status: 201,
    shape: 0.75,
  },
  {
    name: "a WebP that says where it was taken",
    make: () => flag(900, 1200).withExif(GPS).withXmp(XMP).webp().toBuffer(),
    status: 201,
    shape: 0.75,
  },
  { name: "an animated WebP", make: () => animated("webp"), status: 201, shape: 0.8, corner: "red" },
  {
    name: "a JPEG with HTML behind it",
    make: async () => Buffer.concat([await jpeg(), Buffer.from(`<script>alert("${SECRET}")</script>`)]),
    status: 201,
    shape: 0.75,
  },
  {
    name: "a JPEG with a ZIP behind it",
    make: async () => Buffer.concat([await jpeg(), Buffer.from("PK\x03\x04"), Buffer.from(SECRET)]),
    status: 201,
    shape: 0.75,
  },
  { name: "one point", make: () => plain(1, 1).png().toBuffer(), status: 201, shape: 1 },
  { name: "a very wide one", make: () => plain(12_000, 3).png().toBuffer(), status: 201 },
  { name: "no bytes", make: () => Buffer.alloc(0), status: 415 },
  {
    name: "an SVG",
    make: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    status: 415,
  },
  { name: "HTML", make: () => Buffer.from("<html><script>alert(1)</script></html>"), status: 415 },
  { name: "an animated GIF", make: () => animated("gif"), status: 415 },
  { name: "GIF and script in one", make: () => Buffer.from("GIF89a/*\u0001\u0001*/=1;alert(1)"), status: 415 },
  { name: "a TIFF", make: () => plain(90, 120).tiff().toBuffer(), status: 415 },
  { name: "a PDF", make: () => Buffer.from("%PDF-1.7\n1 0 obj\n"), status: 415 },
  { name: "half a JPEG", make: async () => (await jpeg()).subarray(0, 6_000), status: 422 },
  {
    name: "half a PNG",
    make: async () => halfOf(await flag(900, 1200).png({ compressionLevel: 0 }).toBuffer()),
    status: 422,
  },
  {
    name: "half a WebP",
    make: async () => halfOf(await flag(900, 1200).webp({ lossless: true, effort: 0 }).toBuffer()),
    status: 422,
  },
  { name: "half a HEIC", make: () => HEIC.subarray(0, 640), status: 422 },
  {
    name: "a JPEG's first bytes and noise",
    make: () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4_000, 7)]),
    status: 422,
  },
  { name: "a PNG with 9 GB of packed text", make: textBomb, status: 201, shape: 0.75, corner: "red" },
  { name: "a bomb of 81 megapixels", make: () => pngBomb(9_000, 9_000), status: 422 },
  { name: "a bomb of 400 megapixels", make: () => pngBomb(20_000, 20_000), status: 422 },
  { name: "a HEIC that says it has 900 megapixels", make: () => heicOf(30_000, 30_000), status: 422 },
  { name: "a HEIC that says it has 39 megapixels", make: () => heicOf(6_000, 6_500), status: 422 },
  {
    name: "10.1 MB",
    make: async () => Buffer.concat([await jpeg(), Buffer.alloc(Math.ceil(10.1 * MEGABYTE))]),
    status: 413,
  },
];

function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder) throw new Error("where to? node server/test/photo-corpus.ts <folder>");
  mkdirSync(folder, { recursive: true });
  for (const { name, make, status } of CORPUS)
    writeFileSync(join(folder, `${status} ${name.replaceAll(/\W+/g, "-")}`), await make());
}
