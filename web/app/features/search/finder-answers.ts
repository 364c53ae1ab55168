/** The answers of the match finder as an address says them, and as a cookie keeps them through sign-up. */
import { type FinderAnswers, FinderAnswers as Schema } from "@serenade/contract/match-finder";
import * as z from "zod/mini";

const NAMES = ["who", "min_age", "max_age", "where", "what_for", "interests"] as const;
export const KEPT_FINDER = "finder";
export const KEPT_SECONDS = 86_400;
const KEPT_MAX = 400;
/** What a schema says is a key of texts/fields.json; a closed list without words of its own speaks English. */
const KEY = /^[a-z_]+$/;

/** Whether an address answers at all, or only leads to the questions. */
export const isAnswered = (params: URLSearchParams): boolean => params.has("what_for") || params.has("interests");

/** The answers, or which of them are not right yet: field → key of texts/fields.json. */
export function answersOf(params: URLSearchParams): { answers: FinderAnswers } | { wrong: Record<string, string> } {
  const checked = z.safeParse(Schema, {
    who: params.getAll("who"),
    min_age: Number(params.get("min_age")),
    max_age: Number(params.get("max_age")),
    where: params.get("where") || null,
    what_for: params.get("what_for") ?? "",
    interests: params.getAll("interests"),
  });
  if (checked.success) return { answers: checked.data };
  const wrong: Record<string, string> = {};
  for (const { path, message } of checked.error.issues)
    wrong[String(path[0])] ??= KEY.test(message) ? message : "invalid";
  return { wrong };
}

/** Only the answers, nothing else that an address may carry. */
export function answersIn(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => (NAMES as readonly string[]).includes(name)));
}

/** A visitor's answers as the cookie keeps them while they sign up. */
export const keepable = (params: URLSearchParams): string => String(answersIn(params)).slice(0, KEPT_MAX);

/** What waits from before sign-up; null when nothing does, or when it is not whole. */
export function keptAnswers(request: Request): URLSearchParams | null {
  const kept = new RegExp(`(?:^|; )${KEPT_FINDER}=([^;]*)`).exec(request.headers.get("Cookie") ?? "")?.[1];
  if (!kept) return null;
  try {
    const params = new URLSearchParams(decodeURIComponent(kept));
    return "answers" in answersOf(params) ? answersIn(params) : null;
  } catch {
    return null;
  }
}
