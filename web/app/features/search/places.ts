import type { Answer } from "@serenade/contract/endpoint";
import { PlacesApi } from "@serenade/contract/site";
import { queryOptions } from "@tanstack/react-query";
import { call } from "~/platform/call.ts";

export type Places = Answer<typeof PlacesApi.regions>["countries"];

/** Countries with their regions: loaded once (§7). */
export const placesQuery = queryOptions({
  queryKey: ["places"],
  queryFn: async ({ signal }) => (await call(PlacesApi.regions, { signal })).countries,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
