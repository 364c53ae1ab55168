/** Static pages: the built-in ones and those that staff write for a site (§2 Static pages, product.md 10). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing, text, time } from "./fields.ts";
import { LOCALES } from "./locales.ts";

/** Built-in pages with a text in every locale: texts/pages/<locale>/<token>.md. */
export const BUILT_IN_PAGES = [
  "terms",
  "privacy",
  "cookies",
  "ban",
  "faq",
  "return-policy",
  "safety",
  "service",
  "complaints",
  "imprint",
] as const;
export type BuiltInPage = (typeof BUILT_IN_PAGES)[number];

/** Addresses of the product with one part, which no page of staff may have (web/app/routes.ts; a test compares them). */
export const RESERVED_TOKENS: ReadonlySet<string> = new Set([
  ...BUILT_IN_PAGES,
  ..."account-deleted activate api appearance chats complete-signup credits dev directdebit entry health landers lang-config likes login logout mail-change match-finder me members metrics notifications offline premium pricing profile reset-password share-photo signup signup-matches sitemaps source staff swipe-game transactions unsubscribe withdrawal".split(
    " ",
  ),
]);

/** A stretch of text; `href` is a path of the site, an `https:` or a `mailto:` or `tel:` address. */
export const Span = z.object({
  text: z.string(),
  strong: z.optional(z.boolean()),
  em: z.optional(z.boolean()),
  href: z.optional(z.string()),
});
export type Span = z.output<typeof Span>;

const spans = z.array(Span);

/** A page is a list of blocks, so that its text never reaches a browser as HTML. */
export const Block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("heading"), level: z.int(), id: z.string(), spans }),
  z.object({ kind: z.literal("paragraph"), spans }),
  z.object({ kind: z.literal("quote"), spans }),
  z.object({ kind: z.literal("list"), ordered: z.boolean(), items: z.array(spans) }),
  z.object({ kind: z.literal("table"), head: z.array(spans), rows: z.array(z.array(spans)) }),
]);
export type Block = z.output<typeof Block>;

const token = text(1, 60);

export const PagesApi = {
  read: endpoint({
    method: "GET",
    path: "/api/page.php",
    summary:
      "A static page in the caller's locale; a page of the site's staff falls back to the site's language, then English",
    query: z.strictObject({ token }),
    answer: z.object({
      token: z.string(),
      title: z.string(),
      description: z.string(),
      blocks: z.array(Block),
      /** The date of the terms in force (§7); null on other pages. */
      version: z.nullable(time),
    }),
  }),
  picture: endpoint({
    method: "GET",
    path: "/api/share-picture.php",
    summary:
      "The picture of a public page for links to it (1200 × 630, JPEG): its title in the caller's locale and the site's name",
    query: z.strictObject({ page: token, lang: z.optional(z.enum(LOCALES)) }),
    binary: true,
    answer: nothing,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/pages.php",
    summary: "The pages of the site's staff that its footer links to, titled in the caller's locale",
    answer: z.object({ pages: z.array(z.object({ token: z.string(), title: z.string() })) }),
  }),
};
