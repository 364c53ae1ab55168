/** Static pages: built-in texts from files, staff's from the table (§2 Static pages). */

import type { Locale } from "@serenade/contract/locales";
import type { BuiltInPage } from "@serenade/contract/pages";
import { BUILT_IN_PAGES } from "@serenade/contract/pages";
import { readPage } from "@serenade/texts/pages";
import { timedCache } from "../../kernel/cache.ts";
import { read } from "../../kernel/db/statement.ts";
import type { Resources } from "../../kernel/resources.ts";
import { bestLocale } from "./rules.ts";
import type { PageRow } from "./tables.ts";

const ofSite = read<{ site: number }, PageRow>(
  "select token, locale, title, description, markdown, in_footer from pages where site_id = $site order by token, locale",
);

const CACHE_MS = 30_000;
const cachedPages = timedCache("pages", { ms: CACHE_MS, most: 1_000 }, ({ db }, site: number) =>
  db.all(ofSite, { site }),
);

/** After a page was written: here and in every other process. */
export const clearPages = (app: Resources): void => cachedPages.clear(app);

export interface PageText {
  title: string;
  description: string;
  markdown: string;
}

/** A built-in page, or one of the site's own; null without one. `languages` are tried in order for the site's own. */
export async function findPage(
  app: Resources,
  site: number,
  token: string,
  languages: readonly Locale[],
): Promise<PageText | null> {
  if (isBuiltIn(token)) return readPage(languages[0]!, token);
  const versions = (await cachedPages.get(app, site)).filter((page) => page.token === token);
  return bestLocale(versions, languages);
}

/** A page that staff wrote, in the first of `languages` that it has; null for a built-in page or none. */
export async function findOwnPage(
  app: Resources,
  site: number,
  token: string,
  languages: readonly Locale[],
): Promise<PageText | null> {
  return isBuiltIn(token) ? null : findPage(app, site, token, languages);
}

/** The site's own pages that its footer links to, each in the best of `languages`. */
export async function listFooterPages(app: Resources, site: number, languages: readonly Locale[]): Promise<PageRow[]> {
  const pages = (await cachedPages.get(app, site)).filter(({ in_footer }) => in_footer);
  const tokens = [...new Set(pages.map(({ token }) => token))];
  return tokens.map(
    (token) =>
      bestLocale(
        pages.filter((page) => page.token === token),
        languages,
      )!,
  );
}

const isBuiltIn = (token: string): token is BuiltInPage => (BUILT_IN_PAGES as readonly string[]).includes(token);
