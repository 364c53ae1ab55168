/** Titles of public pages, and their pictures, drawn once per site, page and language. */
import { copyOf, LANDERS } from "@serenade/contract/lander-copies";
import type { Locale } from "@serenade/contract/locales";
import { translator } from "@serenade/texts/catalog";
import { timedCache } from "../../../kernel/cache.ts";
import { orNotFound } from "../../../kernel/refusal.ts";
import type { Resources } from "../../../kernel/resources.ts";
import { getSite } from "../../site/queries.ts";
import { findPage } from "../queries.ts";
import { drawSharePicture } from "./gateway.ts";

/** Pages of the product that are not texts. */
const TITLES = new Map<string, (locale: Locale) => string>([
  ["index", (locale) => translator(locale, "home")("headline")],
  ["pricing", (locale) => translator(locale, "credits")("pricing.title")],
  ["match-finder", (locale) => translator(locale, "shell")("nav.match_finder")],
  ["signup", (locale) => translator(locale, "account")("signup.title")],
  ["login", (locale) => translator(locale, "account")("login.title")],
  ["lang-config", (locale) => translator(locale, "pages")("language.title")],
]);

/** A lander, and behind its name the part of the address that selects its copy: `landers-video-tonight`. */
const LANDER = /^landers-([a-z]+)(?:-(.+))?$/;

function landerTitle(page: string, locale: Locale): string | undefined {
  const [, given, slug] = LANDER.exec(page) ?? [];
  const name = LANDERS.find((one) => one === given);
  if (!name) return undefined;
  const copy = copyOf(slug);
  return copy
    ? translator(locale, "slugs")(`copies.${copy}.title`)
    : translator(locale, "landers")(`words.${name}.title`);
}

const DAY_MS = 86_400_000;
const drawn = timedCache("share pictures", { ms: DAY_MS, most: 200 }, (_app, key: string) =>
  drawSharePicture(JSON.parse(key) as { title: string; site: string }),
);

/** The picture of a public page in a language; `not_found` for others. */
export async function getSharePicture(app: Resources, site: number, page: string, locale: Locale): Promise<Buffer> {
  const { settings } = await getSite(app, site);
  const own = page === "index" && settings.index_title;
  const title =
    own ||
    TITLES.get(page)?.(locale) ||
    landerTitle(page, locale) ||
    orNotFound(await findPage(app, site, page, [locale, settings.domain_language, "en"])).title;
  return drawn.get(app, JSON.stringify({ title, site: settings.name }));
}
