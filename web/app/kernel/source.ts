/**
 * Where a visitor came from (product.md 1): travels in the address and in hidden fields. Only who says yes to it has it kept,
 * in a cookie that the server reads too, so that sign-up "with a traffic source" knows it on every page.
 */
import { TRACKING } from "@serenade/contract/account";
import { useLocation } from "react-router";
import { useRootData } from "./queries.ts";

export type Source = Partial<Record<(typeof TRACKING)[number], string>>;

export const SOURCE_COOKIE = "source";
export const SOURCE_DAYS = 30;
/** "yes" or "no": asked once in half a year. */
export const SOURCE_ANSWER_COOKIE = "source_answer";
export const SOURCE_ANSWER_DAYS = 180;

/** What a query says of it; unknown names and empty values are left out. */
export function sourceIn(search: URLSearchParams): Source {
  const pairs = TRACKING.map((name) => [name, (search.get(name) ?? "").trim().slice(0, 100)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ""));
}

/** What was kept after a yes. */
export function sourceInCookies(cookies: string): Source {
  return sourceIn(new URLSearchParams(cookieOf(cookies, SOURCE_COOKIE)));
}

export const sourceAnswerIn = (cookies: string): "yes" | "no" | null => {
  const answer = cookieOf(cookies, SOURCE_ANSWER_COOKIE);
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

/** Names that stay in the address while a visitor looks around. */
const TRAVELLING = [...TRACKING, "niche", "invitation"] as const;

/** What a link of a visitor takes along: nothing where it is kept already. */
export function useTravelling(): Record<string, string> {
  const search = new URLSearchParams(useLocation().search);
  const user = useRootData()?.user;
  if (user) return {};
  return Object.fromEntries(TRAVELLING.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])));
}
