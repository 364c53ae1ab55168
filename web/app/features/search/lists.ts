/** The filters of a search that take several values of a list, and how their values are worded: one line each. */
import { LANGUAGES } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { useLocale, useTranslations } from "use-intl/react";

export const LISTS = { languages: LANGUAGES, interests: INTERESTS } as const;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];
export type Lists = { [Name in ListName]?: (typeof LISTS)[Name][number][] };

interface ListWords {
  title: string;
  word(value: string): string;
}

export function useListWords(): Record<ListName, ListWords> {
  const t = useTranslations("search.filters");
  const interests = useTranslations("interests");
  const languageNames = new Intl.DisplayNames(useLocale(), { type: "language" });
  return {
    languages: { title: t("languages"), word: (code) => languageNames.of(code) ?? code },
    interests: { title: t("interests"), word: (id) => interests(id as (typeof INTERESTS)[number]) },
  };
}
