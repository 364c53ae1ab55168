/**
 * The campaign that brought a visitor (product.md 1). It is carried in the address and in hidden fields. With the visitor's
 * consent it is also stored in a cookie, which the server reads, so that sign-up knows it on every page.
 */
import { TRACKING } from "@serenade/contract/account";
import { useLocation } from "react-router";
import { useRootData } from "~/root-data.ts";

type Attribution = Partial<Record<(typeof TRACKING)[number], string>>;

export const ATTRIBUTION_COOKIE = "source";
export const ATTRIBUTION_DAYS = 30;
/** "yes" or "no"; the question returns after half a year. */
export const ATTRIBUTION_ANSWER_COOKIE = "source_answer";
export const ATTRIBUTION_ANSWER_DAYS = 180;

/** Takes the known tracking parameters from a query, without empty values. */
export function attributionIn(search: URLSearchParams): Attribution {
  const pairs = TRACKING.map((name) => [name, (search.get(name) ?? "").trim().slice(0, 100)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ""));
}

/** What was stored with the visitor's consent. */
export function attributionInCookies(cookies: string): Attribution {
  return attributionIn(new URLSearchParams(cookieOf(cookies, ATTRIBUTION_COOKIE)));
}

export const attributionAnswerIn = (cookies: string): "yes" | "no" | null => {
  const answer = cookieOf(cookies, ATTRIBUTION_ANSWER_COOKIE);
  return answer === "yes" || answer === "no" ? answer : null;
};

function cookieOf(cookies: string, name: string): string {
  const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1] ?? "";
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** Parameters that links carry along while a visitor browses. */
const CARRIED_PARAMS = [...TRACKING, "niche", "invitation"] as const;

/** The parameters that a visitor's links carry along; none for a member. */
export function useCarriedParams(): Record<string, string> {
  const search = new URLSearchParams(useLocation().search);
  const user = useRootData()?.user;
  if (user) return {};
  return Object.fromEntries(CARRIED_PARAMS.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])));
}
