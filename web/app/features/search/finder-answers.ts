/** The answers of the match finder, in the URL and in a cookie during sign-up. */
import { type FinderAnswers, FinderAnswers as Schema } from "@serenade/contract/match-finder";
import * as z from "zod/mini";

const NAMES = ["who", "min_age", "max_age", "where", "what_for", "interests"] as const;
export const FINDER_COOKIE = "finder";
export const FINDER_COOKIE_SECONDS = 86_400;
const COOKIE_MAX = 400;
/** Schema messages are keys of texts/fields.json; a closed list without a key has zod's English message. */
const KEY = /^[a-z_]+$/;

/** Whether a URL contains answers, or only opens the questions. */
export const isAnswered = (params: URLSearchParams): boolean => params.has("what_for") || params.has("interests");

/** The answers, or the errors: field → key of texts/fields.json. */
export function answersOf(params: URLSearchParams): { answers: FinderAnswers } | { errors: Record<string, string> } {
  const checked = z.safeParse(Schema, {
    who: params.getAll("who"),
    min_age: Number(params.get("min_age")),
    max_age: Number(params.get("max_age")),
    where: params.get("where") || null,
    what_for: params.get("what_for") ?? "",
    interests: params.getAll("interests"),
  });
  if (checked.success) return { answers: checked.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of checked.error.issues)
    errors[String(path[0])] ??= KEY.test(message) ? message : "invalid";
  return { errors };
}

/** Only the answers, without other query parameters. */
export function answersIn(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => (NAMES as readonly string[]).includes(name)));
}

/** A visitor's answers as a cookie value, stored during sign-up. */
export const cookieValueOf = (params: URLSearchParams): string => String(answersIn(params)).slice(0, COOKIE_MAX);

/** The answers stored before sign-up; null if there are none or they are incomplete. */
export function storedAnswers(request: Request): URLSearchParams | null {
  const stored = new RegExp(`(?:^|; )${FINDER_COOKIE}=([^;]*)`).exec(request.headers.get("Cookie") ?? "")?.[1];
  if (!stored) return null;
  try {
    const params = new URLSearchParams(decodeURIComponent(stored));
    return "answers" in answersOf(params) ? answersIn(params) : null;
  } catch {
    return null;
  }
}
