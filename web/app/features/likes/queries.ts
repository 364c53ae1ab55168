import { LikesApi } from "@serenade/contract/likes";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "~/platform/call.ts";
import { hadRecentEvent } from "~/platform/recent-event.ts";
import { useRootData } from "~/root-data.ts";

export const likesKey = ["likes"];

const likesQuery = queryOptions({
  queryKey: likesKey,
  queryFn: ({ signal }) => call(LikesApi.list, { signal, fresh: hadRecentEvent() }),
});

/** Likes in both directions; a page whose loader has them passes them as `initialData`. */
export function useLikes(initialData?: Awaited<ReturnType<NonNullable<typeof likesQuery.queryFn>>>) {
  const loggedIn = Boolean(useRootData()?.user);
  return useQuery({ ...likesQuery, ...(initialData && { initialData }), enabled: loggedIn });
}
