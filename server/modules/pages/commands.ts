/** Staff write pages of their site (product.md 10); the built-in ones keep their tokens. */
import type { Locale } from "@serenade/contract/locales";
import { RESERVED_TOKENS } from "@serenade/contract/pages";
import { write } from "../../kernel/db/statement.ts";
import { orNotFound, Refusal } from "../../kernel/refusal.ts";
import type { Resources } from "../../kernel/resources.ts";
import { clearPages } from "./queries.ts";

const upsertPage = write<{
  site: number;
  token: string;
  locale: Locale;
  title: string;
  description: string;
  markdown: string;
  footer: boolean;
  now: string;
}>(
  `insert into pages (site_id, token, locale, title, description, markdown, in_footer, changed_at)
   values ($site, $token, $locale, $title, $description, $markdown, $footer, $now)
   on conflict (site_id, token, locale) do update
      set title = excluded.title, description = excluded.description, markdown = excluded.markdown,
          in_footer = excluded.in_footer, changed_at = excluded.changed_at`,
);
const deletePage = write<{ site: number; token: string }, { token: string }>(
  "delete from pages where site_id = $site and token = $token returning token",
);

export interface Page {
  token: string;
  locale: Locale;
  title: string;
  description: string;
  markdown: string;
  /** Linked in the site's footer. */
  footer: boolean;
}

/** Publishes a page in one language, or replaces it. A token of the product's own routes is refused: it would never be shown. */
export async function publishPage(app: Resources, site: number, page: Page): Promise<void> {
  const { token } = page;
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(token)) throw new Refusal("invalid", {}, { token: "characters" });
  if (RESERVED_TOKENS.has(token)) throw new Refusal("invalid", {}, { token: "invalid" });
  await app.db.one(upsertPage, { site, ...page, now: app.clock.iso() });
  clearPages(app);
}

/** Removes a page in all languages. */
export async function removePage(app: Resources, site: number, token: string): Promise<void> {
  orNotFound(await app.db.one(deletePage, { site, token }));
  clearPages(app);
}
