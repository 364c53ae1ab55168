/** Multi-value filters of a search, with their texts. */
import { LANGUAGES } from "@serenade/contract/attributes";
import { INTERESTS } from "@serenade/contract/interests";
import { useLocale, useTranslations } from "use-intl/react";

export const LISTS = { languages: LANGUAGES, interests: INTERESTS } as const;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];
export type Lists = { [Name in ListName]?: (typeof LISTS)[Name][number][] };

interface ListLabels {
  title: string;
  label(value: string): string;
}

export function useListLabels(): Record<ListName, ListLabels> {
  const t = useTranslations("search.filters");
  const interests = useTranslations("interests");
  const languageNames = new Intl.DisplayNames(useLocale(), { type: "language" });
  return {
    languages: { title: t("languages"), label: (code) => languageNames.of(code) ?? code },
    interests: { title: t("interests"), label: (id) => interests(id as (typeof INTERESTS)[number]) },
  };
}
