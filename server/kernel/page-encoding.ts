/**
 * Compression of a page as a whole. The page is compressed once it is rendered: in pieces, flushed as they come, the same
 * page costs five times the CPU (decision 072).
 */
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";

export type Encoding = "zstd" | "br" | "gzip" | "identity";

/** Smaller than a network packet: compressing it brings nothing. */
const SMALLEST = 1_024;

/** Quick for a page that is sent once, small for one that is stored and sent to many. */
const ORDER = { once: ["zstd", "br", "gzip"], stored: ["br", "zstd", "gzip"] };
const BROTLI_QUALITY = { once: 4, stored: 9 };

type Use = keyof typeof ORDER;

/** What the browser accepts and suits the use best. */
export function encodingOf(acceptEncoding: string | undefined, use: Use): Encoding {
  return acceptEncoding ? ((negotiate(acceptEncoding, ORDER[use]) as Encoding | null) ?? "identity") : "identity";
}

export function encode(page: Buffer, encoding: Encoding, use: Use): { body: Buffer; encoding: Encoding } {
  if (page.length < SMALLEST || encoding === "identity") return { body: page, encoding: "identity" };
  return { body: COMPRESS[encoding](page, use), encoding };
}

const COMPRESS: Record<Exclude<Encoding, "identity">, (page: Buffer, use: Use) => Buffer> = {
  zstd: (page) => zstdCompressSync(page, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (page, use) =>
    brotliCompressSync(page, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[use],
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
      },
    }),
  gzip: (page) => gzipSync(page, { level: 1 }),
};
