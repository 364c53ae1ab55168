/**
 * The pages: React Router's request handler inside Fastify, with the API called in process (house.md: one dispatcher).
 */
import { randomBytes, randomUUID } from "node:crypto";
import fastifyMultipart from "@fastify/multipart";
import type { Endpoint } from "@serenade/contract/endpoint";
import type { ErrorAnswer } from "@serenade/contract/errors";
import { LOCALE_COOKIE_DAYS } from "@serenade/contract/limits";
import { LOCALE_COOKIE, type Locale, regionalTag } from "@serenade/contract/locales";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { ApiRequest, Cookie, Dispatcher, ReceivedBody, Site } from "./dispatch.ts";
import { apiRequest, NO_BODY, setCookies } from "./http.ts";
import type { Limiter } from "./limiter.ts";
import type { Log } from "./log.ts";
import { openPageChecks, type PageForm, sendRefusal } from "./page-checks.ts";
import { type Encoding, encode, encodingOf } from "./page-encoding.ts";
import { hasToken, pageHeaders } from "./page-headers.ts";
import type { PageTexts } from "./page-texts.ts";
import type { Uploads } from "./uploads.ts";
import { pageKey, type StoredPage, type VisitorPages } from "./visitor-pages.ts";

/** What the built pages export for us: context keys are compared by identity, so they come from the build itself. */
interface PagesEntry {
  requestContext: RouterContext<object>;
  CallFailure: new (status: number, answer: ErrorAnswer) => Error;
  /** Paths of the pages whose forms upload a photo without script. */
  uploadPaths: readonly string[];
  /** The same for visitors who get the same page; null for a request with more of its own. */
  visitorKey(cookies: ApiRequest["cookies"], acceptLanguage: string): string | null;
}

export interface PagesOptions {
  dispatcher: Dispatcher;
  auth: PageAuth;
  limiter: Limiter;
  uploads: Uploads;
  log: Log;
  build: () => Promise<ServerBuild>;
  mode: "production" | "development";
  /** The public address; null: the address of the request. */
  baseUrl: string | null;
  textsOf: PageTexts;
  visitorPages: VisitorPages;
  /** The country of an address, which a visitor's page depends on. */
  countryOf: (address: string) => string | null;
}

/** What pages need from auth.ts. */
interface PageAuth {
  findSite(host: string): Promise<Site | null>;
  findMember(request: ApiRequest, site: Site): Promise<{ id: number } | null>;
  localeOf(request: ApiRequest): Promise<Locale>;
  /** The localized message of a refusal. */
  refuse(
    request: ApiRequest,
    code: ErrorAnswer["error"],
  ): { status: number; value: unknown; headers: Record<string, string> };
}

export async function pagesPlugin(app: FastifyInstance, options: PagesOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(fastifyMultipart);
  app.addContentTypeParser("*", (_request, _payload, done) => done(null)); // read after the checks
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const expected = error.statusCode !== undefined && error.statusCode < 500;
    if (!expected) options.log.error({ error: error.message, stack: error.stack }, "a page failed");
    return sendRefusal(reply, apiRequest(request, NO_BODY), expected ? "invalid" : "internal", options.auth);
  });
  const checks = openPageChecks(options);
  const https = options.baseUrl?.startsWith("https:") ?? false;
  let known: { build: ServerBuild; handler: ReturnType<typeof createRequestHandler> } | undefined;
  const headersOf = (request: FastifyRequest, scripts: string) =>
    pageHeaders({ scripts, url: request.url, dev: options.mode === "development", https });

  app.all("/*", async (request, reply) => {
    const build = await options.build();
    if (known?.build !== build) known = { build, handler: createRequestHandler(build, options.mode) };
    const { requestContext, CallFailure, uploadPaths, visitorKey } = build.entry.module as unknown as PagesEntry;
    const nonce = randomBytes(16).toString("base64url");
    reply.headers(headersOf(request, `'nonce-${nonce}'`));
    const pageRequest = apiRequest(request, NO_BODY);
    const form = await checks(request, reply, pageRequest, uploadPaths);
    if (form === "refused") return reply;
    const locale = await options.auth.localeOf(pageRequest);
    const tag = regionalTag(locale, acceptedBy(request));
    if (pageRequest.query.lang === locale && pageRequest.cookies[LOCALE_COOKIE] !== locale)
      setLocaleCookie(reply, locale);
    const key = reply.hasHeader("set-cookie") ? null : keyOf(request, pageRequest, tag, visitorKey);
    const stored = key && options.visitorPages.find(key);
    if (stored) return sendStored(request, reply.headers(headersOf(request, stored.scripts)), stored);
    let storedSeconds: number | null = null;
    const context = new RouterContextProvider();
    context.set(requestContext, {
      nonce,
      locale,
      tag,
      textsOf: options.textsOf,
      baseUrl: (await options.auth.findSite(pageRequest.host))?.public_url ?? options.baseUrl ?? pageRequest.origin,
      call: callInProcess(options.dispatcher, inLanguage(pageRequest, locale), form, reply, CallFailure),
      allowStoring: (seconds: number) => {
        storedSeconds = seconds;
      },
      logError: (error: unknown, message: string) => {
        const { message: what, stack } = error as Error;
        options.log.error({ path: pageRequest.path, error: what, stack }, message);
      },
      setCookie: (name: string, value: string, maxAge: number) =>
        setCookies(reply, [{ name, value: maxAge === 0 ? null : value, maxAge, httpOnly: name === "auth" }]),
    });
    try {
      const response = await known.handler(webRequest(request, reply, form), context as never);
      if (!response.body || !response.headers.get("content-type")?.startsWith("text/html")) {
        reply.header("cache-control", "no-store");
        return response;
      }
      const html = Buffer.from(await response.arrayBuffer());
      if (key && storedSeconds !== null && response.status === 200 && !reply.hasHeader("set-cookie")) {
        const page = options.visitorPages.store(key, { html, nonce, language: locale }, storedSeconds);
        return sendStored(request, reply.headers(headersOf(request, page.scripts)), page);
      }
      for (const [name, value] of response.headers) reply.header(name, value);
      const forVisitors = storedSeconds !== null && request.method === "GET" && !hasToken(request.url);
      reply.code(response.status).header("cache-control", forVisitors ? REVALIDATED : "no-store");
      return sendEncoded(reply, encode(html, encodingOf(request.headers["accept-encoding"], "once"), "once"));
    } finally {
      await form?.remove?.();
    }
  });

  /** Everything that a visitor's page is rendered from; null for a page that is not stored. */
  function keyOf(
    request: FastifyRequest,
    pageRequest: ApiRequest,
    tag: string,
    visitorKey: PagesEntry["visitorKey"],
  ): string | null {
    if (options.mode === "development" || request.method !== "GET" || hasToken(request.url)) return null;
    const visitor = visitorKey(pageRequest.cookies, request.headers["accept-language"] ?? "");
    if (visitor === null) return null;
    const encoding = encodingOf(request.headers["accept-encoding"], "stored");
    return pageKey(encoding, pageRequest.origin + request.url, tag, options.countryOf(pageRequest.address), visitor);
  }
}

/** A browser may store the page, also for back navigation, but revalidates it each time. */
const REVALIDATED = "private, no-cache";

function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage) {
  reply.header("cache-control", REVALIDATED).header("etag", page.etag);
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  reply.header("content-type", "text/html; charset=utf-8").header("content-language", page.language);
  return sendEncoded(reply, page);
}

function sendEncoded(reply: FastifyReply, { body, encoding }: { body: Buffer; encoding: Encoding }) {
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.header("vary", "accept-encoding").send(body);
}

/** The browser's languages, the preferred one first. */
const acceptedBy = ({ headers }: FastifyRequest): string[] =>
  (headers["accept-language"] ?? "").split(",", 10).map((part) => part.split(";", 1)[0]!.trim());

/** Stores the locale of the address in a cookie for the pages after it. */
function setLocaleCookie(reply: FastifyReply, locale: Locale): void {
  const maxAge = LOCALE_COOKIE_DAYS * 86_400;
  setCookies(reply, [{ name: LOCALE_COOKIE, value: locale, maxAge, httpOnly: false }]);
}

/** The calls of a page answer in its language, also when its address (`?lang=`) has just changed it. */
const inLanguage = (page: ApiRequest, locale: Locale): ApiRequest => ({
  ...page,
  cookies: { ...page.cookies, [LOCALE_COOKIE]: locale },
});

/**
 * `call(endpoint, input)` of a loader or action: the same dispatcher, with the visitor's own cookies, headers and
 * address.
 */
function callInProcess(
  dispatcher: Dispatcher,
  page: ApiRequest,
  form: PageForm | null,
  reply: FastifyReply,
  CallFailure: PagesEntry["CallFailure"],
) {
  const cookies = { ...page.cookies };
  return async (endpoint: Endpoint, input: { query?: object; body?: unknown; key?: string } = {}) => {
    const answer = await dispatcher.answer({
      ...page,
      cookies,
      method: endpoint.method,
      path: endpoint.path,
      query: textsOf(input.query),
      headers: {
        ...page.headers,
        "x-request-type": "client",
        "if-none-match": undefined,
        "idempotency-key": input.key ?? randomUUID(),
      },
      receive: async () => bodyOf(endpoint, input.body, form),
    });
    setCookies(reply, answer.cookies);
    addCookies(cookies, answer.cookies);
    if (answer.status >= 400) throw new CallFailure(answer.status, answer.value as ErrorAnswer);
    return answer.value ?? {};
  };
}

/** A later call of the same page sees the cookies of an earlier one: sign up, then read the user. */
function addCookies(current: ApiRequest["cookies"], set: Cookie[]): void {
  for (const { name, value } of set) current[name] = value ?? undefined;
}

/** Query values travel as text, in process as in an address. */
function textsOf(query: object | undefined): ApiRequest["query"] {
  const entries = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}

/** An upload is the file of the page's own form: it was received before React Router saw the form. */
const bodyOf = (endpoint: Endpoint, body: unknown, form: PageForm | null): ReceivedBody =>
  endpoint.upload ? { body: undefined, file: form?.file } : { body: body ?? {} };

function webRequest(request: FastifyRequest, reply: FastifyReply, form: PageForm | null): Request {
  const headers = new Headers();
  const raw = request.raw.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!);
  // React Router compares the two again and knows neither our proxies nor the "null" of pages without a referrer
  headers.delete("x-forwarded-host");
  headers.set("host", request.origin.host);
  if (form) headers.set("origin", request.origin.origin);
  const abort = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  const init: RequestInit = { method: request.method, headers, signal: abort.signal };
  if (form) {
    headers.delete("content-length");
    headers.set("content-type", "application/x-www-form-urlencoded");
    init.body = new Uint8Array(form.fields);
  }
  return new Request(request.origin.origin + request.raw.url, init);
}
