import { UserApi } from "@serenade/contract/account";
import { SEARCH_LAST_PAGE, SEARCH_PAGE } from "@serenade/contract/limits";
import { ProfileApi } from "@serenade/contract/members";
import { type SearchAnswer, SearchApi } from "@serenade/contract/search";
import { PlacesApi } from "@serenade/contract/site";
import { redirect, useNavigation } from "react-router";
import { useFormatter, useTranslations } from "use-intl/react";
import { MemberGrid, MemberGridSkeleton, MemberTile } from "~/features/members/member-tile.tsx";
import type { Call } from "~/kernel/call.ts";
import { reading } from "~/kernel/reading.ts";
import { paths } from "~/paths.ts";
import { PageTitle } from "~/shell/page-title.tsx";
import { LinkButton } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/card.tsx";
import { Icon } from "~/ui/icon.tsx";
import { Pagination } from "~/ui/pagination.tsx";
import type { Route } from "./+types/members.page";
import { Filters } from "./filters.tsx";
import { isSearch, queryOf, type Search, searchOf, searchOfMember } from "./search.ts";

export async function loader(visit: Route.LoaderArgs) {
  const call = reading(visit);
  const params = new URL(visit.request.url).searchParams;
  if (!isSearch(params) && (await call(UserApi.current)).user) {
    const own = await firstSearch(call);
    throw redirect(paths.members({ ...Object.fromEntries(params), ...queryOf(own) }));
  }
  const search = searchOf(params);
  const [answer, { countries }] = await Promise.all([
    call(SearchApi.list, { query: queryOf(search) }),
    call(PlacesApi.regions),
  ]);
  // regions travel for the chosen country only; the browser loads the others once, when they are wanted
  const places = countries.map((country) => (country.code === search.country ? country : { ...country, regions: [] }));
  return { search, places, answer };
}

/** Whom a member looks for: in their own country, or everywhere where that would not fill a page. */
async function firstSearch(call: Call): Promise<Search> {
  const own = searchOfMember((await call(ProfileApi.read)).profile);
  const { numResults } = await call(SearchApi.list, { query: queryOf(own) });
  if (numResults >= SEARCH_PAGE) return own;
  const { country: _, ...anywhere } = own;
  return anywhere;
}

export default function MembersPage({ loaderData: { search, places, answer } }: Route.ComponentProps) {
  const t = useTranslations("search");
  const { location } = useNavigation();
  const looking = location?.pathname === paths.members();
  return (
    <div className="page grid gap-5 py-6 sm:py-8">
      <PageTitle description={t("description")}>{t("title")}</PageTitle>
      <h1 className="text-2xl">{t("heading")}</h1>
      <Filters key={JSON.stringify(queryOf(search))} search={search} places={places} />
      {looking ? <Looking /> : <Results search={search} answer={answer} />}
    </div>
  );
}

/** The same room as the results take, while they are on their way. */
function Looking() {
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

function Results({ search, answer }: { search: Search; answer: SearchAnswer }) {
  const t = useTranslations("search");
  const { results, numResults, similar } = answer;
  const pages = Math.min(SEARCH_LAST_PAGE, Math.ceil(numResults / SEARCH_PAGE));
  const hrefOf = (page: number) => paths.members(queryOf({ ...search, page }));
  return (
    <div className="grid gap-5">
      <Found count={numResults} page={search.page} pages={pages} />
      {results.length > 0 ? (
        <MemberGrid>
          {results.map((member, at) => (
            <MemberTile key={member.id} member={member} eager={at < 4} />
          ))}
        </MemberGrid>
      ) : (
        <Nobody search={search} />
      )}
      <Pagination
        label={t("pages.label")}
        page={search.page}
        pages={pages}
        href={hrefOf}
        previous={t("pages.previous")}
        next={t("pages.next")}
      />
      {similar.length > 0 && (
        <section className="mt-6 grid gap-4 border-t border-line pt-8">
          <div>
            <h2 className="text-xl">{t("similar")}</h2>
            <p className="text-ink-soft">{t("similar_text")}</p>
          </div>
          <MemberGrid>
            {similar.map((member) => (
              <MemberTile key={member.id} member={member} />
            ))}
          </MemberGrid>
        </section>
      )}
    </div>
  );
}

function Found({ count, page, pages }: { count: number; page: number; pages: number }) {
  const t = useTranslations("search");
  const format = useFormatter();
  return (
    <p role="status" className="text-ink-soft">
      {t("found", { count })}
      {pages > 1 && ` · ${t("page_of", { page: format.number(page), pages: format.number(pages) })}`}
    </p>
  );
}

function Nobody({ search }: { search: Search }) {
  const t = useTranslations("search.empty");
  if (search.page > 1) {
    return (
      <EmptyState
        picture={<Icon name="moon" className="size-9" />}
        title={t("past_end")}
        action={<LinkButton to={paths.members(queryOf({ ...search, page: 1 }))}>{t("first_page")}</LinkButton>}
      />
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
