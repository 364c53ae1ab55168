import { UserApi } from "@serenade/contract/account";
import { redirect } from "react-router";
import { requestContext } from "~/context.ts";
import { paths } from "~/paths.ts";
import type { Route } from "./+types/logout";

export async function action({ context }: Route.ActionArgs) {
  await context.get(requestContext).call(UserApi.logout);
  return redirect(paths.index());
}

export function loader() {
  return redirect(paths.index());
}
