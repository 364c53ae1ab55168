/**
 * Pages that are the same for many visitors, stored as they are sent. A stored page holds nothing of one visitor: it is
 * stored under everything that it was rendered from, its scripts are allowed by their hashes instead of a nonce, and a
 * page that sets a cookie is not stored.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Bus } from "./bus.ts";
import type { Metrics } from "./metrics.ts";
import { type Encoding, encode } from "./page-encoding.ts";

export interface StoredPage {
  body: Buffer;
  encoding: Encoding;
  etag: string;
  /** What `script-src` allows: the hashes of the page's own inline scripts. */
  scripts: string;
  language: string;
}

export interface VisitorPages {
  find(key: string): StoredPage | undefined;
  /** Stores a rendered page without its nonce and returns it as it is sent from now on. */
  store(key: string, page: { html: Buffer; nonce: string; language: string }, seconds: number): StoredPage;
}

const MAX_PAGES = 300;
/** A longer address is not one that many visitors share. */
const LONGEST_KEY = 400;

export function openVisitorPages({ bus, metrics }: { bus: Bus; metrics: Metrics }): VisitorPages {
  const pages = new LRUCache<string, StoredPage>({ max: MAX_PAGES });
  const counts = { hits: 0, misses: 0 };
  metrics.watchCache("visitor pages", () => ({ ...counts, size: pages.size }));
  // the sites' settings are on every page
  bus.subscribe("cache:sites", () => pages.clear());
  return {
    find(key) {
      const page = pages.get(key);
      counts[page ? "hits" : "misses"]++;
      return page;
    },
    store(key, { html, nonce, language }, seconds) {
      const text = html.toString().replaceAll(` nonce="${nonce}"`, "");
      const encoding = key.slice(0, key.indexOf(" ")) as Encoding;
      const page: StoredPage = {
        ...encode(Buffer.from(text), encoding, "stored"),
        etag: `"${digest("sha1", `${encoding} ${text}`)}"`,
        scripts: hashesOf(text),
        language,
      };
      if (key.length <= LONGEST_KEY) pages.set(key, page, { ttl: seconds * 1000 });
      return page;
    },
  };
}

/** The key of a stored page; it begins with the encoding. */
export const pageKey = (encoding: Encoding, ...parts: (string | null)[]): string => [encoding, ...parts].join(" ");

/** The hashes of the inline scripts, as a CSP names them. */
function hashesOf(html: string): string {
  const hashes = new Set<string>();
  for (const part of html.split("<script").slice(1)) {
    const tag = part.indexOf(">");
    const text = part.slice(tag + 1, part.indexOf("</script>"));
    if (!part.slice(0, tag).includes(" src=")) hashes.add(`'sha256-${digest("sha256", text)}'`);
  }
  return [...hashes].join(" ");
}

const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest("base64");
