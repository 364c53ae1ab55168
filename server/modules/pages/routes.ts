/** Static pages (§2). */
import { PagesApi } from "@serenade/contract/pages";
import { type Call, on } from "../../kernel/dispatch.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import { BinaryResponse } from "../../kernel/responses.ts";
import { getSite } from "../site/queries.ts";
import { termsVersion } from "../site/rules.ts";
import { getSharePicture } from "./pictures/queries.ts";
import { pageValues } from "./present.ts";
import { findPage, listFooterPages } from "./queries.ts";
import { blocksOf, fill, languagesOf } from "./rules.ts";

/** Drawing one takes a tenth of a second, once. */
const PICTURES = { name: "share-pictures", points: 60, seconds: 300, whenDown: "open" } as const;
const DAY_SECONDS = 86_400;

export const pagesRoutes = [
  on(PagesApi.read, "anyone", page),
  on(PagesApi.list, "anyone", footerPages),
  on(PagesApi.picture, "anyone", picture, { limit: PICTURES }),
];

async function page(call: Call<typeof PagesApi.read>) {
  const site = await getSite(call, call.site.id);
  const { token } = call.query;
  const { title, description, markdown } = orNotFound(
    await findPage(call, site.id, token, languagesOf(call.locale, site)),
  );
  const values = pageValues(site, call.locale);
  return {
    token,
    title,
    description: fill(description, values),
    blocks: blocksOf(markdown, values),
    version: token === "terms" ? termsVersion(site.company) : null,
  };
}

async function picture(call: Call<typeof PagesApi.picture>) {
  return new BinaryResponse(
    await getSharePicture(call, call.site.id, call.query.page, call.locale),
    "image/jpeg",
    DAY_SECONDS,
  );
}

async function footerPages(call: Call<typeof PagesApi.list>) {
  const site = await getSite(call, call.site.id);
  const pages = await listFooterPages(call, site.id, languagesOf(call.locale, site));
  return { pages: pages.map(({ token, title }) => ({ token, title })) };
}
