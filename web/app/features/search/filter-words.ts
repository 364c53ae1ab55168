import { MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import type { SearchFilter } from "@serenade/contract/search";
import { useFormatter, useTranslations } from "use-intl/react";
import { LIST_NAMES, type ListName, useListWords } from "./lists.ts";
import type { Places } from "./places.ts";
import { type Search, searchWithout } from "./search.ts";

export interface ChosenFilter {
  key: string;
  words: string;
  /** The search that is left without it. */
  left: Search;
}

/** What is asked for, in words: one for each filter, and each interest and language by itself. */
export function useFilterWords({ search, places }: { search: Search; places: Places }) {
  const t = useTranslations("search.filters");
  const a = useTranslations("attributes.genders");
  const format = useFormatter();
  const listWords = useListWords();
  const { gender, near, min_age, max_age } = search;
  const country = places.find(({ code }) => code === search.country);
  const region = country?.regions.find(({ code }) => code === search.countryregion);
  const disjunction = (name: ListName) =>
    format.list((search[name] ?? []).map(listWords[name].word), { type: "disjunction" });
  const lists = Object.fromEntries(LIST_NAMES.map((name) => [name, disjunction(name)])) as Record<ListName, string>;
  const words: Record<SearchFilter, string | false | undefined> = {
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
  const chosen: ChosenFilter[] = (Object.keys(words) as SearchFilter[])
    .filter((filter) => words[filter] && !several.some((name) => name === filter))
    .map((filter) => ({ key: filter, words: String(words[filter]), left: searchWithout(search, filter) }));
  const oneByOne = several.flatMap((name): ChosenFilter[] => {
    const values: readonly string[] = search[name]!;
    return values.map((one) => ({
      key: one,
      words: listWords[name].word(one),
      left: { ...search, [name]: values.filter((other) => other !== one), page: 1 },
    }));
  });
  return { words, chosen: [...chosen, ...oneByOne] };
}
