/** Pages that search engines may list, by route id; every other page says `noindex` (product.md 4). */
import { BUILT_IN_PAGES } from "@serenade/contract/pages";
import { paths } from "~/paths.ts";

/** Route id → its address, for the sitemap. */
export const PUBLIC_PAGES: Readonly<Record<string, string>> = {
  index: paths.index(),
  pricing: paths.pricing(),
  "match-finder": paths.matchFinder(),
  signup: paths.signup(),
  login: paths.login(),
  "lang-config": paths.langConfig(),
  ...Object.fromEntries(BUILT_IN_PAGES.map((token) => [token, paths.page(token)])),
};

/** Pages of the site's staff (their address is their token) and landers are public too. */
export const isPublicPage = (id: string | undefined): boolean =>
  id !== undefined && (id === "token" || id.startsWith("landers-") || Object.hasOwn(PUBLIC_PAGES, id));
