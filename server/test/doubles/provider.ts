/**
 * What the doubles of payment providers share: an HTTP server with the provider's manners. It keeps idempotency keys, refuses
 * parameters that the provider does not know, and misbehaves on request.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How a call is answered: `lost` does the work and drops the connection, `silent` never answers, the others do nothing. */
export type Oddity = "rate_limit" | "unavailable" | "html" | "lost" | "silent";

/** What a payer, a bank or a merchant does outside the API. */
export type Act =
  | "pay"
  | "challenge"
  | "approve"
  | "deny"
  | "decline"
  | "cancel"
  | "expire"
  | "debit_paid"
  | "debit_returned"
  | "finish_refund"
  | "fail_refund"
  | "charge_back"
  | "win"
  | "lose";

export interface ApiCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Types of a parameter: `string`, `int`, `boolean`, `map` (any names, texts), one of some words, an object, or a list. */
export type Shape = "string" | "int" | "boolean" | "map" | readonly string[] | { [name: string]: Shape } | [Shape];

/** The first thing wrong with `value`, as "name: why"; a name that ends in "!" is required. */
export function misfit(value: unknown, shape: Shape, name = ""): string | null {
  if (shape === "map") return isObject(value) ? null : `${name}: not a map`;
  if (shape === "string") return typeof value === "string" ? null : `${name}: not a text`;
  if (shape === "int") return /^-?\d+$/.test(String(value)) ? null : `${name}: not a whole number`;
  if (shape === "boolean") return /^(true|false)$/.test(String(value)) ? null : `${name}: not true or false`;
  if (Array.isArray(shape) && shape.length === 1 && typeof shape[0] === "object") {
    if (!Array.isArray(value)) return `${name}: not a list`;
    return value.map((one, at) => misfit(one, shape[0] as Shape, `${name}[${at}]`)).find(Boolean) ?? null;
  }
  if (Array.isArray(shape)) return shape.includes(value as never) ? null : `${name}: none of ${shape.join(", ")}`;
  if (!isObject(value)) return `${name}: not an object`;
  const known = shape as { [name: string]: Shape };
  for (const key of Object.keys(value))
    if (!(key in known) && !(`${key}!` in known)) return `${name ? `${name}.` : ""}${key}: unknown`;
  for (const [key, inner] of Object.entries(known)) {
    const plain = key.replace(/!$/, "");
    const path = name ? `${name}.${plain}` : plain;
    if (!(plain in value)) {
      if (key.endsWith("!")) return `${path}: missing`;
      continue;
    }
    const wrong = misfit((value as Record<string, unknown>)[plain], inner, path);
    if (wrong) return wrong;
  }
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface DoubleServer {
  url: string;
  /** Answers of calls, by idempotency key, so that a repetition is the same call. */
  calls: ApiCall[];
  /** From now on every call goes wrong in this way; null ends it. */
  odd(how: Oddity | null): void;
  close(): Promise<void>;
}

/** Serves `answer`; `page` takes the paths that are no API. */
export async function openDouble(provider: {
  api: string;
  answer(call: ApiCall): ApiAnswer;
  page?(call: ApiCall): { html: string } | { redirect: string } | null;
}): Promise<DoubleServer> {
  let oddity: Oddity | null = null;
  const calls: ApiCall[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => handle(request, response, Buffer.concat(parts).toString("utf8")));
  });
  const handle = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const { pathname: path, searchParams: query } = new URL(request.url!, "http://double");
    const call: ApiCall = { method: request.method!, path, query, headers: request.headers, body };
    if (path.startsWith(provider.api)) answerCall(call, response);
    else showPage(provider.page?.(call) ?? null, response);
  };
  const answerCall = (call: ApiCall, response: ServerResponse): void => {
    calls.push(call);
    if (oddity === "rate_limit") send(response, { status: 429, body: { title: "Too Many Requests" } });
    else if (oddity === "unavailable") send(response, { status: 503, body: { title: "Service Unavailable" } });
    else if (oddity === "html") response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
    else if (oddity !== "silent") {
      const answer = provider.answer(call);
      if (oddity === "lost") response.destroy();
      else send(response, answer);
    }
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    odd: (how) => {
      oddity = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function send(response: ServerResponse, { status, body }: ApiAnswer): void {
  if (status === 204) response.writeHead(204).end();
  else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function showPage(page: { html: string } | { redirect: string } | null, response: ServerResponse): void {
  if (!page) response.writeHead(404).end();
  else if ("redirect" in page) response.writeHead(303, { location: page.redirect }).end();
  else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.html);
}

/** The same key with the same content is answered as before; `conflict` says what the provider answers to other content. */
export function idempotent(work: (call: ApiCall) => ApiAnswer, conflict: ApiAnswer): (call: ApiCall) => ApiAnswer {
  const known = new Map<string, { call: string; answer: ApiAnswer }>();
  return (call) => {
    const key = call.headers["idempotency-key"];
    if (typeof key !== "string" || call.method !== "POST") return work(call);
    const content = `${call.path} ${call.body}`;
    const before = known.get(key);
    if (before) return before.call === content ? before.answer : conflict;
    const answer = work(call);
    if (answer.status < 500) known.set(key, { call: content, answer });
    return answer;
  };
}

const BUTTONS: Record<string, Act> = {
  Pay: "pay",
  "Pay with approval": "challenge",
  "Card is declined": "decline",
  Cancel: "cancel",
};

/** A hosted page with a button for each outcome, for browser tests; `message` says what went wrong before. */
export const checkoutPage = (title: string, { acts = BUTTONS, message = "" } = {}): string =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>
   <p role="alert">${message}</p><form method="post">${Object.entries(acts)
     .map(([label, act]) => `<button name="act" value="${act}">${label}</button>`)
     .join(" ")}</form></html>`;

/** The bank's page for 3-D Secure. */
export const approvalPage = (): string => checkoutPage("Approve", { acts: { Approve: "approve", Refuse: "deny" } });
