/** Who is new near a member and fits their search both ways. */
import { WEEKLY_UPDATE_KM, WEEKLY_UPDATE_PEOPLE } from "@serenade/contract/limits";
import type { Locale } from "@serenade/contract/locales";
import { isoTime, type Queries } from "../../../kernel/db/db.ts";
import { read } from "../../../kernel/db/statement.ts";
import type { Resources } from "../../../kernel/resources.ts";
import type { MailParams } from "../../mail/rules.ts";
import { NO_CELL } from "../../members/cells/rules.ts";
import { getMember } from "../../members/queries.ts";
import { ageOn } from "../../members/rules.ts";
import type { ListedCardRow } from "../../members/tables.ts";
import type { Filters, Searcher } from "../../search/filters/rules.ts";
import { getSearcher, pickMatching } from "../../search/queries.ts";
import { countryName, regionName } from "../../site/places/queries.ts";
import { publicUrlOf, regionNumbers } from "../../site/queries.ts";
import type { SiteRow } from "../../site/tables.ts";
import type { Mailing } from "../commands.ts";
import type { Receiver } from "../tables.ts";

const newcomers = read<{ site: number; since: string; limit: number }, { id: number; confirmed_at: string }>(
  `select id, confirmed_at from members where site_id = $site and confirmed_at > $since and seen and not fictional
    order by confirmed_at desc limit $limit`,
);

export interface Newcomer {
  id: number;
  /** Milliseconds. */
  since: number;
}

/** The latest first. */
export async function listNewcomers(db: Queries, site: number, since: string, limit: number): Promise<Newcomer[]> {
  const rows = await db.all(newcomers, { site, since, limit });
  return rows.map(({ id, confirmed_at }) => ({ id, since: Date.parse(isoTime(confirmed_at)) }));
}

/** The update of a member about these newcomers; null when none of them fits. */
export async function findUpdate(
  app: Resources,
  site: SiteRow,
  receiver: Receiver,
  ids: readonly number[],
): Promise<Mailing | null> {
  if (ids.length === 0) return null;
  const searcher = await getSearcher(app, site.id, receiver.id);
  const { filters, area } = await aroundOf(app, site.id, searcher);
  const criteria = { filters, now: app.clock.iso(), regions: await regionNumbers(app), searcher };
  const page = { site: site.id, viewer: receiver.id, limit: WEEKLY_UPDATE_PEOPLE };
  const { cards, total } = await pickMatching(app, criteria, page, ids);
  if (cards.length === 0) return null;
  const base = publicUrlOf(app, site);
  const path = `/members${searchOf(filters, site)}`;
  const people = cards.map((card) => listedMember(app, base, card, receiver.locale));
  const mail: MailParams["weekly_updates"] = {
    name: receiver.name,
    url: `${base}${path}`,
    count: String(total),
    area,
    people,
  };
  return { kind: "weekly_updates", mail, push: { count: total, path } };
}

/** Near the member's town, in their region, or in their country, whichever is known. */
async function aroundOf(
  { db }: Resources,
  site: number,
  { id, cell }: Searcher,
): Promise<{ filters: Filters; area: "near" | "country" }> {
  const mutual = "true" as const;
  if (cell !== NO_CELL) return { filters: { mutual, near: WEEKLY_UPDATE_KM }, area: "near" };
  const { country, countryregion } = await getMember(db, site, id);
  return countryregion
    ? { filters: { mutual, countryregion } as Filters, area: "near" }
    : { filters: { mutual, country } as Filters, area: "country" };
}

/** The search of the update, as far as the site offers it. */
function searchOf(filters: Filters, { settings }: SiteRow): string {
  const offered = Object.entries(filters).filter(([name]) => settings.search_fields.includes(name as never));
  const query = new URLSearchParams(offered.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}

type Card = Omit<ListedCardRow, "online">;

function listedMember(
  { ids, clock }: Resources,
  base: string,
  { id: number, name, date_of_birth, country, countryregion }: Card,
  locale: Locale,
) {
  const id = ids.encode("member", number);
  const region = regionName(countryregion, locale) ?? countryName(country, locale) ?? "";
  return { id, name, age: ageOn(date_of_birth, clock.iso()), region, url: `${base}/members/${id}` };
}
