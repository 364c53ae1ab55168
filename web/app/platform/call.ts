import type { Answer, Endpoint, Input } from "@serenade/contract/endpoint";
import type { ErrorAnswer } from "@serenade/contract/errors";
import { REQUEST_RETRIES } from "@serenade/contract/limits";
import { CallFailure, isAuthenticationRequired } from "./call-failure.ts";
import { announceLogout } from "./session.ts";

/** `call(LikesApi.like, { body: { id } })`: the same signature in a loader (in process) and in the browser (by fetch). */
export type Call = <E extends Endpoint>(endpoint: E, ...input: CallArguments<E>) => Promise<Answer<E>>;

interface Options {
  signal?: AbortSignal | undefined;
  /** Idempotency key for a write that the user may repeat; by default only the retries of one call share a key. */
  key?: string | undefined;
  /** Bypasses the browser's cache and ETag: an event has just announced a change. */
  fresh?: boolean | undefined;
}
type Sent<E extends Endpoint> = E extends { upload: true } ? { query?: never; body: FormData } : Input<E>;
type NoInput = { query?: never; body?: never };
type CallArguments<E extends Endpoint> =
  NoInput extends Sent<E> ? [input?: Sent<E> & Options] : [input: Sent<E> & Options];

const FIRST_DELAY_MS = 500;
const LONGEST_WAIT_SECONDS = 10;

/** `call` in the browser: fetch with the retries of §7. */
export const call: Call = async (endpoint, ...[input]) => {
  const { query, body, signal, key, fresh } = (input ?? {}) as { query?: unknown; body?: unknown } & Options;
  const request = { ...requestOf(endpoint, body, signal, key), ...(fresh && { cache: "reload" as const }) };
  const response = await fetchWithRetries(addressOf(endpoint, query), request, isRepeatableOnAnswers(endpoint));
  if (response.ok) return (response.status === 204 ? {} : await response.json()) as Answer<typeof endpoint>;
  const failure = await failureOf(response);
  if (isAuthenticationRequired(failure) && endpoint.path !== "/api/user.php") announceLogout("refused");
  throw failure;
};

export function addressOf(endpoint: Endpoint, query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...(query as object | undefined) })) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const text = search.toString();
  return text ? `${endpoint.path}?${text}` : endpoint.path;
}

function requestOf(endpoint: Endpoint, body: unknown, signal: AbortSignal | undefined, key = randomKey()): RequestInit {
  const headers: Record<string, string> = { Accept: "application/json", "X-Request-Type": "client" };
  const request: RequestInit = { method: endpoint.method, headers, credentials: "same-origin", signal: signal ?? null };
  if (endpoint.method === "GET") return request;
  headers["Idempotency-Key"] = key;
  if (body instanceof FormData) return { ...request, body };
  headers["Content-Type"] = "application/json";
  return { ...request, body: JSON.stringify(body ?? {}) };
}

/** Works outside a secure context too, where crypto.randomUUID is missing. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Login and sign-up are retried only without any response (api.md). */
function isRepeatableOnAnswers(endpoint: Endpoint): boolean {
  const signsIn = endpoint.path === "/api/signup.php" || (endpoint.path === "/api/user.php" && !endpoint.when);
  return !(signsIn && endpoint.method === "POST");
}

async function fetchWithRetries(address: string, request: RequestInit, onAnswers: boolean): Promise<Response> {
  for (let retry = 0; ; retry++) {
    const outcome = await fetch(address, request).catch((error: unknown) => error);
    const last = retry >= REQUEST_RETRIES;
    if (outcome instanceof Response) {
      if (last || !onAnswers || !isPassing(outcome)) return outcome;
    } else {
      request.signal?.throwIfAborted();
      if (last) throw new CallFailure(0, { error: "network" });
    }
    await pause(delayOf(retry, outcome), request.signal);
  }
}

/** Worth a retry: a server error, or a rate limit that ends soon. */
function isPassing(response: Response): boolean {
  if (response.status >= 500) return true;
  const wait = waitSeconds(response);
  return response.status === 429 && wait !== null && wait <= LONGEST_WAIT_SECONDS;
}

function waitSeconds(response: Response): number | null {
  const header = response.headers.get("Retry-After");
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

function delayOf(retry: number, outcome: unknown): number {
  const required = outcome instanceof Response ? (waitSeconds(outcome) ?? 0) * 1000 : 0;
  const grown = FIRST_DELAY_MS * 2 ** retry;
  return Math.max(required, grown / 2 + (Math.random() * grown) / 2);
}

function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

async function failureOf(response: Response): Promise<CallFailure> {
  const answer = (await response.json().catch(() => null)) as ErrorAnswer | null;
  return new CallFailure(response.status, answer?.error ? answer : { error: "internal" });
}
