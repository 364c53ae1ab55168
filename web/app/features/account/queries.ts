import { UserApi } from "@serenade/contract/account";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "~/platform/call.ts";
import { useRootData } from "~/root-data.ts";

export const userKey = ["user"];

const userQuery = queryOptions({
  queryKey: userKey,
  queryFn: async ({ signal }) => (await call(UserApi.current, { signal })).user,
});

/** The logged-in member, or null. */
export function useUser() {
  const initial = useRootData()?.user ?? null;
  // a card that asks who is logged in must not cost an observer in each of a list
  if (import.meta.env.SSR) return initial;
  // biome-ignore lint/correctness/useHookAtTopLevel: a constant of the build
  const { data } = useQuery({ ...userQuery, initialData: initial, enabled: initial !== null });
  // After logout the cache still holds the member.
  return initial && data;
}
