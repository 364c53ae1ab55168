/** The pages: React Router's request handler inside Fastify, with the API called in process (house.md: one door). */
import { randomUUID } from "node:crypto";
import { Readable, Transform } from "node:stream";
import type { Endpoint } from "@serenade/contract/endpoint";
import type { ErrorAnswer } from "@serenade/contract/errors";
import { LOCALE_COOKIE_DAYS } from "@serenade/contract/limits";
import { LOCALE_COOKIE, type Locale, regionalTag } from "@serenade/contract/locales";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { Cookie, Door, DoorRequest } from "./door.ts";
import { doorRequest, setCookies } from "./http.ts";

const PAGE_BODY_BYTES = 11 * 1024 * 1024; // a photo by a form without script

/** What the built pages export for us: context keys are compared by identity, so they come from the build itself. */
interface PagesEntry {
  requestContext: RouterContext<object>;
  CallFailure: new (status: number, answer: ErrorAnswer) => Error;
}

export interface PagesOptions {
  door: Door;
  build: () => Promise<ServerBuild>;
  mode: "production" | "development";
  /** The address of a locale's compiled texts. */
  catalog: (locale: Locale) => string | undefined;
  localeOf: (request: DoorRequest) => Promise<Locale>;
  nonceOf: (request: FastifyRequest) => string;
}

export async function pagesPlugin(app: FastifyInstance, options: PagesOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null)); // React Router reads the body itself
  let known: { build: ServerBuild; handler: ReturnType<typeof createRequestHandler> } | undefined;
  app.all("/*", async (request, reply) => {
    if (Number(request.headers["content-length"] ?? 0) > PAGE_BODY_BYTES) return reply.code(413).send();
    const build = await options.build();
    if (known?.build !== build) known = { build, handler: createRequestHandler(build, options.mode) };
    const { requestContext, CallFailure } = build.entry.module as unknown as PagesEntry;
    const asked = doorRequest(request);
    const locale = await options.localeOf(asked);
    if (asked.query.lang === locale && asked.cookies[LOCALE_COOKIE] !== locale) keepLocale(reply, locale);
    const context = new RouterContextProvider();
    context.set(requestContext, {
      nonce: options.nonceOf(request),
      locale,
      tag: regionalTag(locale, acceptedBy(request)),
      catalog: options.catalog(locale),
      call: callInProcess(options.door, inLanguage(asked, locale), reply, CallFailure),
      setCookie: (name: string, value: string, maxAge: number) =>
        setCookies(reply, [{ name, value: maxAge === 0 ? null : value, maxAge, httpOnly: name === "auth" }]),
    });
    reply.header("cache-control", "no-store");
    return known.handler(webRequest(request, reply), context as never);
  });
}

/** The browser's languages, the preferred one first. */
const acceptedBy = ({ headers }: FastifyRequest): string[] =>
  (headers["accept-language"] ?? "").split(",", 10).map((part) => part.split(";", 1)[0]!.trim());

/** A page that was asked for in a language keeps it for the pages after it. */
function keepLocale(reply: FastifyReply, locale: Locale): void {
  const maxAge = LOCALE_COOKIE_DAYS * 86_400;
  setCookies(reply, [{ name: LOCALE_COOKIE, value: locale, maxAge, httpOnly: false }]);
}

/** The calls of a page answer in its language, also when its address (`?lang=`) has just changed it. */
const inLanguage = (page: DoorRequest, locale: Locale): DoorRequest => ({
  ...page,
  cookies: { ...page.cookies, [LOCALE_COOKIE]: locale },
});

/** `call(endpoint, input)` of a loader or action: the same door, with the visitor's own cookies, headers and address. */
function callInProcess(door: Door, page: DoorRequest, reply: FastifyReply, CallFailure: PagesEntry["CallFailure"]) {
  const cookies = { ...page.cookies };
  return async (endpoint: Endpoint, input: { query?: object; body?: unknown; key?: string } = {}) => {
    const answer = await door.answer({
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
      ...(await bodyOf(input.body)),
    });
    setCookies(reply, answer.cookies);
    keepCookies(cookies, answer.cookies);
    if (answer.status >= 400) throw new CallFailure(answer.status, answer.value as ErrorAnswer);
    return answer.value ?? {};
  };
}

/** A later call of the same page sees what an earlier one set: sign up, then read the user. */
function keepCookies(kept: DoorRequest["cookies"], set: Cookie[]): void {
  for (const { name, value } of set) kept[name] = value ?? undefined;
}

/** Query values travel as text, in process as in an address. */
function textsOf(query: object | undefined): DoorRequest["query"] {
  const entries = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}

async function bodyOf(body: unknown): Promise<{ body: unknown; file?: Buffer }> {
  if (!(body instanceof FormData)) return { body: body ?? {} };
  const photo = body.get("photo");
  return photo instanceof Blob ? { body: {}, file: Buffer.from(await photo.arrayBuffer()) } : { body: {} };
}

function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers();
  const raw = request.raw.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!);
  const abort = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  const init: RequestInit & { duplex?: "half" } = { method: request.method, headers, signal: abort.signal };
  if (request.method !== "GET" && request.method !== "HEAD") {
    init.body = Readable.toWeb(request.raw.pipe(limited(PAGE_BODY_BYTES))) as never;
    init.duplex = "half";
  }
  return new Request(`${request.protocol}://${request.host}${request.raw.url}`, init);
}

/** Fastify's body limit belongs to its parsers, which pages do not use. */
function limited(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > bytes ? new Error("body too large") : null, chunk);
    },
  });
}
