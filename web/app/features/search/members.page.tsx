import { UserApi } from "@serenade/contract/account";
import { SEARCH_LAST_PAGE, SEARCH_PAGE, VISITOR_SEARCH_PAGES } from "@serenade/contract/limits";
import type { Country } from "@serenade/contract/locales";
import { ProfileApi } from "@serenade/contract/members";
import { SavedSearchApi, type SearchAnswer, SearchApi } from "@serenade/contract/search";
import { PlacesApi, type Settings, SettingsApi } from "@serenade/contract/site";
import { redirect, useNavigation } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { useUser } from "~/features/account/queries.ts";
import { MemberCard, MemberGrid, MemberGridSkeleton } from "~/features/members/member-card.tsx";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { clientActionApi } from "~/platform/form-failure.ts";
import type { PageHandle } from "~/platform/page-handle.ts";
import { actionApi, loaderApi } from "~/platform/route-api.ts";
import { useSettings } from "~/root-data.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { Card, EmptyState } from "~/ui/card.tsx";
import { classes } from "~/ui/classes.ts";
import { Icon } from "~/ui/icon.tsx";
import { Pagination } from "~/ui/pagination.tsx";
import { useDelayed } from "~/ui/use-delayed.ts";
import type { Route } from "./+types/members.page";
import { ChosenFilters } from "./chosen-filters.tsx";
import { useFilterLabels } from "./filter-labels.ts";
import { Filters } from "./filters.tsx";
import type { Places } from "./places.ts";
import { changeSaved, SavedSearches } from "./saved-searches.tsx";
import { isSearch, onlyOffered, queryOf, type Search, searchOf, searchOfMember, searchWithout } from "./search.ts";

export async function loader(visit: Route.LoaderArgs) {
  const call = loaderApi(visit);
  const params = new URL(visit.request.url).searchParams;
  params.delete("_routes"); // React Router's own, in the address of its data
  const [{ user }, settings] = await Promise.all([call(UserApi.current), call(SettingsApi.read, { query: {} })]);
  if (!isSearch(params) && user) {
    const own = await firstSearch(call, settings);
    throw redirect(paths.members({ ...Object.fromEntries(params), ...queryOf(own) }));
  }
  const search = onlyOffered(searchOf(params), settings);
  // further pages are for members
  if (!user && search.page > VISITOR_SEARCH_PAGES) throw redirect(paths.signup());
  const [answer, { countries }, saved] = await Promise.all([
    found(call, search),
    call(PlacesApi.regions),
    user ? call(SavedSearchApi.list) : null,
  ]);
  const last = answer ? lastPageOf(answer, user !== null) : 1;
  if (answer && search.page > Math.max(1, last)) throw redirect(paths.members(queryOf({ ...search, page: last })));
  const searches = saved?.searches ?? null;
  // only regions of the chosen countries are sent; the browser loads the others on demand
  const chosen = new Set(
    [search, ...(searches ?? []).map(({ query }) => searchOf(new URLSearchParams(query)))].map(
      ({ country }) => country,
    ),
  );
  const places = countries.map((country) =>
    chosen.has(country.code as Country) ? country : { ...country, regions: [] },
  );
  return { search, places, answer, searches };
}

export const action = (visit: Route.ActionArgs) => changeSaved(actionApi(visit), visit.request);
export const clientAction = ({ request }: Route.ClientActionArgs) => changeSaved(clientActionApi, request);

/** Null for a "near me" search of a member without a town: the page asks for it instead of showing an error. */
async function found(call: Call, search: Search): Promise<SearchAnswer | null> {
  try {
    return await call(SearchApi.list, { query: queryOf(search) });
  } catch (error) {
    if ((error as { data?: { code?: unknown } }).data?.code === "place_missing") return null;
    throw error;
  }
}

/** 0 without matches. */
const lastPageOf = ({ numResults }: SearchAnswer, member: boolean): number =>
  Math.min(member ? SEARCH_LAST_PAGE : VISITOR_SEARCH_PAGES, Math.ceil(numResults / SEARCH_PAGE));

/** The default search of a member: in their own country, or everywhere if that would not fill a page. */
async function firstSearch(call: Call, settings: Settings): Promise<Search> {
  const own = onlyOffered(searchOfMember((await call(ProfileApi.read)).profile), settings);
  const { numResults } = await call(SearchApi.list, { query: queryOf(own) });
  if (numResults >= SEARCH_PAGE) return own;
  const { country: _, ...anywhere } = own;
  return anywhere;
}

export const handle: PageHandle = { storedSeconds: 15 };

export default function MembersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, places, answer, searches } = loaderData;
  const t = useTranslations("search");
  const { location } = useNavigation();
  // the page before stays until then: most searches are answered sooner
  const searching = useDelayed(location?.pathname === paths.members(), 300);
  return (
    <div className="page grid gap-2 pt-2 pb-6 sm:gap-3 sm:pt-3 sm:pb-10">
      <PageTitle description={t("description")}>{t("title")}</PageTitle>
      <h1 className="sr-only">{t("heading")}</h1>
      {/* on a phone one line of two folded parts, each as wide as the page when it is open; on a desk chips beside the second */}
      <div
        className={classes(
          "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 lg:gap-x-4 lg:gap-y-3",
          !searches && "max-lg:gap-x-0",
        )}
      >
        <Filters key={JSON.stringify(queryOf(search))} search={search} places={places} />
        {searches && <SavedSearches search={search} searches={searches} places={places} answer={actionData} />}
        <ChosenFilters search={search} places={places} />
      </div>
      {searching ? (
        <Searching />
      ) : answer ? (
        <Results search={search} answer={answer} places={places} />
      ) : (
        <NoTown search={search} />
      )}
    </div>
  );
}

/** Placeholder in the size of the results. */
function Searching() {
  const t = useTranslations("search");
  return (
    <div className="grid gap-5" aria-busy>
      <p role="status" className="text-ink-soft">
        {t("loading")} …
      </p>
      <MemberGridSkeleton count={SEARCH_PAGE} />
    </div>
  );
}

function Results({ search, answer, places }: { search: Search; answer: SearchAnswer; places: Places }) {
  const t = useTranslations("search");
  const warning = useSettings()?.fictional_warning;
  const { results, numResults, similar, relaxations } = answer;
  const visitor = useUser() === null;
  const pages = lastPageOf(answer, !visitor);
  const more = visitor && search.page >= pages && numResults > pages * SEARCH_PAGE;
  const hrefOf = (page: number) => paths.members(queryOf({ ...search, page }));
  return (
    <div className="grid gap-2 sm:gap-3">
      <Found count={numResults} page={search.page} pages={pages} />
      {warning && [...results, ...similar].some(({ fictional }) => fictional) && (
        <p className="text-sm text-ink-soft">{warning.plural}</p>
      )}
      {results.length > 0 ? (
        <MemberGrid>
          {results.map((member, at) => (
            <MemberCard key={member.id} member={member} eager={at < 4} />
          ))}
        </MemberGrid>
      ) : (
        <NoResults search={search} relaxations={relaxations} places={places} />
      )}
      <Pagination
        label={t("pages.label")}
        page={search.page}
        pages={pages}
        href={hrefOf}
        previous={t("pages.previous")}
        next={t("pages.next")}
      />
      {more && <JoinForMore />}
      {similar.length > 0 && (
        <section className="mt-6 grid gap-4 border-t border-line pt-8">
          <div>
            <h2 className="text-xl">{t("similar")}</h2>
            <p className="text-ink-soft">{t("similar_text")}</p>
          </div>
          <MemberGrid>
            {similar.map((member) => (
              <MemberCard key={member.id} member={member} heading="h3" />
            ))}
          </MemberGrid>
        </section>
      )}
    </div>
  );
}

/** Shown after the last page that visitors may see. */
function JoinForMore() {
  const t = useTranslations("search");
  const nav = useTranslations("shell.nav");
  return (
    <Card className="grid justify-items-center gap-4 text-center">
      <p>{t("visitors_end")}</p>
      <LinkButton to={paths.signup()} variant="call">
        {nav("signup")}
      </LinkButton>
    </Card>
  );
}

function Found({ count, page, pages }: { count: number; page: number; pages: number }) {
  const t = useTranslations("search");
  const format = useFormatter();
  return (
    <p role="status" className="text-ink-soft max-sm:text-sm">
      {t("found", { count })}
      {pages > 1 && ` · ${t("page_of", { page: format.number(page), pages: format.number(pages) })}`}
    </p>
  );
}

/** "Near me" without a town. */
function NoTown({ search }: { search: Search }) {
  const t = useTranslations("search.empty");
  const e = useTranslations("errors");
  return (
    <EmptyState
      picture={<Icon name="map-pin" className="size-9" />}
      title={t("place_title")}
      action={
        <>
          <LinkButton to={paths.profile()}>{t("place_action")}</LinkButton>
          <LinkButton variant="quiet" to={paths.members(queryOf(searchWithout(search, "near")))}>
            {t("anywhere")}
          </LinkButton>
        </>
      }
    >
      {e("place_missing")}
    </EmptyState>
  );
}

interface Empty {
  search: Search;
  relaxations: SearchAnswer["relaxations"];
  places: Places;
}

function NoResults({ search, relaxations, places }: Empty) {
  const t = useTranslations("search.empty");
  const { labels } = useFilterLabels({ search, places });
  if (search.page > 1) {
    return (
      <EmptyState
        picture={<Icon name="moon" className="size-9" />}
        title={t("past_end")}
        action={<LinkButton to={paths.members(queryOf({ ...search, page: 1 }))}>{t("first_page")}</LinkButton>}
      />
    );
  }
  if (relaxations.length > 0) {
    return (
      <EmptyState
        picture={<Icon name="moon" className="size-9" />}
        title={t("none")}
        action={relaxations.map(({ drop, numResults }, at) => (
          <LinkButton
            key={drop}
            variant={at === 0 ? "primary" : "quiet"}
            to={paths.members(queryOf(searchWithout(search, drop)))}
          >
            {t("relax", { count: numResults, filter: labels[drop] || drop })}
          </LinkButton>
        ))}
      >
        {t("without")}
      </EmptyState>
    );
  }
  const { gender, min_age, max_age } = search;
  const wider = { ...(gender && { gender }), min_age: min_age - 5, max_age: max_age + 5, page: 1 };
  const everywhere = searchOf(new URLSearchParams(queryOf(wider)));
  return (
    <EmptyState
      picture={<Icon name="moon" className="size-9" />}
      title={t("title")}
      action={<LinkButton to={paths.members(queryOf(everywhere))}>{t("wider")}</LinkButton>}
    >
      {t("text")}
    </EmptyState>
  );
}
