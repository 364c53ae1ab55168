import { MAX_AGE, MIN_AGE } from "@serenade/contract/limits";
import type { SearchFilter } from "@serenade/contract/search";
import { useFormatter, useLocale, useTranslations } from "use-intl/react";
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
  const i = useTranslations("interests");
  const format = useFormatter();
  const languageNames = new Intl.DisplayNames(useLocale(), { type: "language" });
  const { gender, near, interests = [], languages = [], min_age, max_age } = search;
  const country = places.find(({ code }) => code === search.country);
  const region = country?.regions.find(({ code }) => code === search.countryregion);
  const tongue = (code: string) => languageNames.of(code) ?? code;
  const words: Record<SearchFilter, string | false | undefined> = {
    gender: gender && a(gender),
    country: country?.name,
    countryregion: region?.name,
    ages: (min_age > MIN_AGE || max_age < MAX_AGE) && t("ages", { from: String(min_age), to: String(max_age) }),
    near: near && t("near_words", { km: String(near) }),
    photo: search.photo && t("photo"),
    online: search.online && t("online"),
    mutual: search.mutual && t("mutual"),
    interests:
      interests.length > 0 &&
      format.list(
        interests.map((interest) => i(interest)),
        { type: "disjunction" },
      ),
    languages: languages.length > 0 && format.list(languages.map(tongue), { type: "disjunction" }),
  };
  const several = { interests: interests.length > 1, languages: languages.length > 1 };
  const chosen: ChosenFilter[] = (Object.keys(words) as SearchFilter[])
    .filter((filter) => words[filter] && !several[filter as keyof typeof several])
    .map((filter) => ({ key: filter, words: String(words[filter]), left: searchWithout(search, filter) }));
  const oneByOne: ChosenFilter[] = [
    ...(several.interests ? interests : []).map((one) => ({
      key: one,
      words: i(one),
      left: { ...search, interests: interests.filter((other) => other !== one), page: 1 },
    })),
    ...(several.languages ? languages : []).map((one) => ({
      key: one,
      words: tongue(one),
      left: { ...search, languages: languages.filter((other) => other !== one), page: 1 },
    })),
  ];
  return { words, chosen: [...chosen, ...oneByOne] };
}
