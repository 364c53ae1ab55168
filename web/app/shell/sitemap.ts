import { isLocale, LOCALES, type Locale } from "@serenade/contract/locales";
import { PagesApi } from "@serenade/contract/pages";
import { data } from "react-router";
import { requestContext } from "~/context.ts";
import { paths } from "~/paths.ts";
import type { Route } from "./+types/sitemap";
import { PUBLIC_PAGES } from "./public-pages.ts";

/** /sitemap.xml lists one sitemap for each language; /sitemaps/de.xml lists the site's public pages in German. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { baseUrl, call } = context.get(requestContext);
  const { file } = params as { file?: string };
  if (file === undefined) return xml(indexOf(baseUrl));
  const locale = file.replace(/\.xml$/, "");
  if (!file.endsWith(".xml") || !isLocale(locale)) throw data(null, { status: 404 });
  const { pages } = await call(PagesApi.list);
  return xml(
    sitemapOf(baseUrl, locale, [...Object.values(PUBLIC_PAGES), ...pages.map(({ token }) => paths.page(token))]),
  );
}

const indexOf = (origin: string): string => `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${LOCALES.map((locale) => `<sitemap><loc>${origin}/sitemaps/${locale}.xml</loc></sitemap>`).join("\n")}
</sitemapindex>`;

function sitemapOf(origin: string, locale: Locale, pages: string[]): string {
  const urls = pages.map((page) => {
    const alternates = LOCALES.map(
      (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${origin}${page}?lang=${other}"/>`,
    );
    return `<url><loc>${origin}${page}?lang=${locale}</loc>${alternates.join("")}</url>`;
  });
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join("\n")}
</urlset>`;
}

const xml = (body: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
