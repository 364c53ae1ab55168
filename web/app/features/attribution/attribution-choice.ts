import { redirect } from "react-router";
import { requestContext } from "~/context.ts";
import { ownPath, paths } from "~/paths.ts";
import type { Route } from "./+types/attribution-choice";
import {
  ATTRIBUTION_ANSWER_COOKIE,
  ATTRIBUTION_ANSWER_DAYS,
  ATTRIBUTION_COOKIE,
  ATTRIBUTION_DAYS,
  attributionIn,
} from "./attribution.ts";

const DAY = 86_400;

/** Stores the visitor's answer to the attribution question: the campaign after a yes, otherwise only the no. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { setCookie } = context.get(requestContext);
  const yes = form.get("answer") === "yes";
  setCookie(ATTRIBUTION_ANSWER_COOKIE, yes ? "yes" : "no", ATTRIBUTION_ANSWER_DAYS * DAY);
  const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const attribution = new URLSearchParams(attributionIn(new URLSearchParams(texts)));
  if (yes) setCookie(ATTRIBUTION_COOKIE, attribution.toString(), ATTRIBUTION_DAYS * DAY);
  return redirect(ownPath(form.get("back"), paths.index()));
}

export function loader() {
  return redirect(paths.index());
}
