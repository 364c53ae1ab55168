import { redirect } from "react-router";
import { requestContext } from "~/context.ts";
import { ownPath, paths } from "~/paths.ts";
import type { Route } from "./+types/entry";
import { ENTRY_COOKIE } from "./entry-cookie.ts";

const YEAR_SECONDS = 31_536_000;

/** The answer to the site-entry warning (§2): a plain form, so that it works without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  if (form.get("answer") !== "enter") return redirect(paths.ban());
  context.get(requestContext).setCookie(ENTRY_COOKIE, "yes", YEAR_SECONDS);
  return redirect(ownPath(form.get("back"), paths.index()));
}

export function loader() {
  return redirect(paths.index());
}
