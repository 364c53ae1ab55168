/** Responses of the dispatcher: images and redirects, cache headers, and localized refusals. */
import { ERRORS, type ErrorAnswer } from "@serenade/contract/errors";
import type { Locale } from "@serenade/contract/locales";
import type { ApiResponse, AuthProvider } from "./dispatch.ts";
import { isUnavailable } from "./outages.ts";
import { Refusal } from "./refusal.ts";
import type { Resources } from "./resources.ts";

/** A response whose cookies are still being collected. */
export type Answered = Omit<ApiResponse, "cookies">;

/** A response that is not JSON: an image with its type and max-age, or a file to save. */
export class BinaryResponse {
  readonly bytes: Buffer;
  readonly type: string;
  readonly seconds: number;
  /** The name to save it under, when it is to be saved and not to be shown. */
  readonly saveAs: string | null;
  constructor(bytes: Buffer, type: string, seconds: number, saveAs: string | null = null) {
    this.bytes = bytes;
    this.type = type;
    this.seconds = seconds;
    this.saveAs = saveAs;
  }
}

/** An answer for people who open an address of the API by hand: the page that is meant for them. */
export class Redirect {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** Shared caches store nothing private; the browser may store a polled list and revalidate it. */
export function headersOf(tag: string | null): Record<string, string> {
  return tag ? { "cache-control": "private, no-cache", etag: tag } : { "cache-control": "no-store" };
}

export function pictureAnswer(picture: BinaryResponse): Answered {
  const headers = {
    "content-type": picture.type,
    "cache-control": picture.saveAs ? "no-store" : `private, max-age=${picture.seconds}`,
    ...(picture.saveAs ? { "content-disposition": `attachment; filename="${picture.saveAs}"` } : {}),
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    vary: "Cookie", // what one session may see is not shown to the next one out of the browser's cache
  };
  return { status: 200, value: picture.bytes, headers };
}

export function refusalAnswer(
  error: unknown,
  locale: Locale,
  auth: AuthProvider,
  resources: Resources,
  name: string,
): Answered {
  const refusal = error instanceof Refusal ? error : unexpected(error, resources, name);
  const { message, fields } = auth.explain(refusal, locale);
  const body: ErrorAnswer = { ...refusal.params, error: refusal.code, message };
  if (fields) body.fields = fields;
  if (refusal.code === "authentication_required") body.authentication_required = true;
  const headers: Record<string, string> = { "cache-control": "no-store" };
  const wait = refusal.params.seconds ?? Number(refusal.params.minutes ?? 0) * 60;
  if (refusal.status === 429 || refusal.status === 503) headers["retry-after"] = String(wait || 1);
  return { status: ERRORS[refusal.code], value: body, headers };
}

/** Logged with its stack, answered with a general message (§8) that reveals nothing of it. */
function unexpected(error: unknown, resources: Resources, name: string): Refusal {
  if (isUnavailable(error)) return new Refusal("unavailable"); // already logged
  const { message, stack, code } = error as Error & { code?: string };
  resources.log.error({ endpoint: name, error: message, code, stack }, "an answer failed");
  const overloaded =
    code === "57014" || code === "53300" || /timeout exceeded when trying to connect/.test(message ?? "");
  return new Refusal(overloaded ? "unavailable" : "internal");
}
