/** The query string of a search ↔ its filters. Equal searches have one canonical text, so that each is stored once. */
import { SearchQuery } from "@serenade/contract/search";
import type { Filters } from "../filters/rules.ts";

/** "?page=3&near=50&interests=wine&interests=art" → "interests=art,wine&near=50"; null when it is no search. */
export function savedQuery(text: string): string | null {
  const params = new URLSearchParams(text);
  for (const name of ["page", "network", "ref"]) params.delete(name);
  const lists = ["interests", "languages"];
  const entries = [...new Set(params.keys())].sort().flatMap((name) => {
    const values = params.getAll(name).filter(Boolean);
    if (lists.includes(name)) return [[name, [...new Set(values.flatMap((one) => one.split(",")))].sort().join(",")]];
    return values.slice(-1).map((value) => [name, value]);
  }) as [string, string][];
  const query = new URLSearchParams(entries.filter(([, value]) => value)).toString().replaceAll("%2C", ",");
  return filtersOf(query) ? query : null;
}

/** The filters of a saved query; null when a later version of the product does not know them any more. */
export function filtersOf(query: string): Filters | null {
  const read = SearchQuery.safeParse(Object.fromEntries(new URLSearchParams(query)));
  return read.success ? read.data : null;
}
