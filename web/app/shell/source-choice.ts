import { redirect } from "react-router";
import { requestContext } from "~/context.ts";
import { SOURCE_ANSWER_COOKIE, SOURCE_ANSWER_DAYS, SOURCE_COOKIE, SOURCE_DAYS, sourceIn } from "~/kernel/source.ts";
import { ownPath, paths } from "~/paths.ts";
import type { Route } from "./+types/source-choice";

const DAY = 86_400;

/** Yes or no to remembering where the visitor came from. Before the yes nothing of it is kept; a no is kept, to ask no more. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { setCookie } = context.get(requestContext);
  const yes = form.get("answer") === "yes";
  setCookie(SOURCE_ANSWER_COOKIE, yes ? "yes" : "no", SOURCE_ANSWER_DAYS * DAY);
  const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const source = new URLSearchParams(sourceIn(new URLSearchParams(texts)));
  if (yes) setCookie(SOURCE_COOKIE, source.toString(), SOURCE_DAYS * DAY);
  return redirect(ownPath(form.get("back"), paths.index()));
}

export function loader() {
  return redirect(paths.index());
}
