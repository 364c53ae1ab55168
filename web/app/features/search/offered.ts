import type { SEARCH_FIELDS } from "@serenade/contract/search";
import { useSettings } from "~/root-data.ts";

/** Whether the site offers this part of a search (§3 search_fields). */
export function useOffered(): (field: (typeof SEARCH_FIELDS)[number] | string) => boolean {
  const fields = useSettings()?.search_fields;
  return (field) => fields?.includes(field) ?? true;
}
