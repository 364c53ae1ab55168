/** The built-in pages: texts/pages/<locale>/<token>.md, with title and description in front matter. */
import { readFileSync } from "node:fs";
import type { Locale } from "@serenade/contract/locales";
import type { BuiltInPage } from "@serenade/contract/pages";

export interface PageSource {
  title: string;
  description: string;
  markdown: string;
}

const FRONT_MATTER = /^---\ntitle: (.+)\ndescription: (.+)\n---\n/;

const sources = new Map<string, PageSource>();

/** Title and description in front matter, then Markdown; null without front matter. */
export function parsePage(file: string): PageSource | null {
  const front = FRONT_MATTER.exec(file);
  return front && { title: front[1]!, description: front[2]!, markdown: file.slice(front[0].length) };
}

/** Reads a page; it stays in memory. Throws where the file is missing or has no front matter: `texts/check.ts` finds both. */
export function readPage(locale: Locale, token: BuiltInPage): PageSource {
  const key = `${locale}/${token}`;
  const known = sources.get(key);
  if (known) return known;
  const file = readFileSync(new URL(`pages/${key}.md`, import.meta.url), "utf8");
  const page = parsePage(file);
  if (!page) throw new Error(`texts/pages/${key}.md has no front matter`);
  sources.set(key, page);
  return page;
}
