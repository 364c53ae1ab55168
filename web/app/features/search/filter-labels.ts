import { MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import type { SearchFilter } from "@serenade/contract/search";
import { useFormatter, useTranslations } from "use-intl/react";
import { LIST_NAMES, type ListName, useListLabels } from "./lists.ts";
import type { Places } from "./places.ts";
import { type Search, searchWithout } from "./search.ts";

export interface ChosenFilter {
  key: string;
  label: string;
  /** The search without this filter. */
  left: Search;
}

/** The active filters as text: one per filter, and one per interest and language. */
export function useFilterLabels({ search, places }: { search: Search; places: Places }) {
  const t = useTranslations("search.filters");
  const a = useTranslations("attributes.genders");
  const format = useFormatter();
  const listLabels = useListLabels();
  const { gender, near, min_age, max_age } = search;
  const country = places.find(({ code }) => code === search.country);
  const region = country?.regions.find(({ code }) => code === search.countryregion);
  const disjunction = (name: ListName) =>
    format.list((search[name] ?? []).map(listLabels[name].label), { type: "disjunction" });
  const lists = Object.fromEntries(LIST_NAMES.map((name) => [name, disjunction(name)])) as Record<ListName, string>;
  const labels: Record<SearchFilter, string | false | undefined> = {
    gender: gender && a(gender),
    country: country?.name,
    countryregion: region?.name,
    ages: (min_age > MIN_AGE || max_age < MAX_AGE) && t("ages", { from: String(min_age), to: String(max_age) }),
    near: near && t("near_words", { km: String(near) }),
    photo: search.photo && t("photo"),
    online: search.online && t("online"),
    mutual: search.mutual && t("mutual"),
    ...lists,
  };
  const several = LIST_NAMES.filter((name) => (search[name]?.length ?? 0) > 1);
  const chosen: ChosenFilter[] = (Object.keys(labels) as SearchFilter[])
    .filter((filter) => labels[filter] && !several.some((name) => name === filter))
    .map((filter) => ({ key: filter, label: String(labels[filter]), left: searchWithout(search, filter) }));
  const oneByOne = several.flatMap((name): ChosenFilter[] => {
    const values: readonly string[] = search[name]!;
    return values.map((one) => ({
      key: one,
      label: listLabels[name].label(one),
      left: { ...search, [name]: values.filter((other) => other !== one), page: 1 },
    }));
  });
  return { labels, chosen: [...chosen, ...oneByOne] };
}
