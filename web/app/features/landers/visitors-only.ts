import { UserApi } from "@serenade/contract/account";
import { redirect } from "react-router";
import { paths } from "~/paths.ts";
import type { Call } from "~/platform/call.ts";
import { loaderApi } from "~/platform/route-api.ts";

/** `call` for the loader of a lander; a member is redirected to the search. */
export async function visitorsOnly(visit: Parameters<typeof loaderApi>[0]): Promise<Call> {
  const call = loaderApi(visit);
  const { user } = await call(UserApi.current);
  if (user) throw redirect(paths.members());
  return call;
}
