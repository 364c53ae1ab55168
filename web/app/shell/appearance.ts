import { UserApi } from "@serenade/contract/account";
import { LOCALE_COOKIE_DAYS } from "@serenade/contract/limits";
import { isCountry, isLocale } from "@serenade/contract/locales";
import { redirect } from "react-router";
import { requestContext } from "~/context.ts";
import { ownPath, paths } from "~/paths.ts";
import type { Route } from "./+types/appearance";
import { THEME_COOKIE, THEMES } from "./theme.ts";

const YEAR = LOCALE_COOKIE_DAYS * 86_400;

/** The choices of language, country and theme: plain forms, so that they work without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { setCookie, call } = context.get(requestContext);
  const language = form.get("language");
  if (isLocale(language)) {
    setCookie("locale", language, YEAR);
    await call(UserApi.language, { body: { language } }).catch(() => {}); // visitors have no account to save it in
  }
  const country = form.get("country");
  if (country === "") setCookie("country", "", 0);
  else if (isCountry(country)) setCookie("country", country, YEAR);
  const theme = form.get("theme");
  if (theme === "system") setCookie(THEME_COOKIE, "", 0);
  else if (THEMES.some((known) => known === theme)) setCookie(THEME_COOKIE, String(theme), YEAR);
  return redirect(withoutLang(ownPath(form.get("back"), paths.index())));
}

export function loader() {
  return redirect(paths.index());
}

/** `?lang=` overrides the cookie, so it is removed from the URL. */
function withoutLang(path: string): string {
  const url = new URL(path, "http://here");
  url.searchParams.delete("lang");
  return url.pathname + url.search;
}
