/** The dispatcher over HTTP: /api/* of Fastify → ApiRequest → ApiResponse → the reply. Contains no rules. */
import type { IncomingMessage, RequestListener, Server } from "node:http";
import fastifyMultipart from "@fastify/multipart";
import type { Endpoint } from "@serenade/contract/endpoint";
import type { ErrorCode } from "@serenade/contract/errors";
import { BODY_BYTES } from "@serenade/contract/limits";
import { stringifySetCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiRequest, ApiResponse, Cookie, Dispatcher, ReceivedBody } from "./dispatch.ts";
import { Refusal } from "./refusal.ts";
import { readBody } from "./request-body.ts";
import type { ReadOrigin, RequestOrigin } from "./request-origin.ts";
import type { Uploads } from "./uploads.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Read by the first hook, before everything else. */
    origin: RequestOrigin;
  }
}

/** Registers the API. `refuse` localizes errors that occur before the dispatcher is reached. */
export async function apiPlugin(app: FastifyInstance, { dispatcher, uploads, refuse }: ApiOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(fastifyMultipart);
  app.addContentTypeParser("*", (_request, _payload, done) => done(null)); // the dispatcher reads the body
  app.addHook("onRequest", (_request, reply, next) => {
    reply.headers(API_HEADERS);
    next();
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const expected = error.statusCode !== undefined && error.statusCode < 500;
    return sendAnswer(reply, refuse(apiRequest(request, NO_BODY), expected ? "invalid" : "internal"));
  });
  app.all("/api/*", async (request, reply) => {
    const body: BodyOf = {
      reserve: ({ id }) => uploads.reserve(id),
      receive: (endpoint) => receiveBody(request, uploads, endpoint),
    };
    return sendAnswer(reply, await dispatcher.answer(apiRequest(request, body)));
  });
}

interface ApiOptions {
  dispatcher: Dispatcher;
  uploads: Uploads;
  refuse: Refuse;
}

/** Browsers must never interpret a response of the API as a page. */
const API_HEADERS = { "content-security-policy": "default-src 'none'", "x-content-type-options": "nosniff" };

type BodyOf = Pick<ApiRequest, "reserve" | "receive">;

/** A page reads its form itself, and each of its calls has its own body. */
export const NO_BODY: BodyOf = { reserve: () => () => {}, receive: async () => ({ body: undefined }) };

/**
 * Answers a poll without news before Fastify does any work for it. Most requests are polls and most polls find nothing:
 * the normal path costs several times as much (decision 019). The responses are written together at the end of the
 * turn: writing each immediately would wake its reader before the next request is parsed.
 */
export function answerUnchanged(server: Server, dispatcher: Dispatcher, readOrigin: ReadOrigin): void {
  const [answer] = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  const writeBatched = openWriteBatch();
  server.on("request", (request, response) => {
    const unchanged = unchangedOf(server, dispatcher, request, readOrigin);
    if (unchanged) writeBatched(() => response.writeHead(304, { ...API_HEADERS, ...unchanged }).end());
    else answer!(request, response);
  });
}

/** Defers writes to the end of the turn of the event loop. */
function openWriteBatch() {
  let held: (() => void)[] = [];
  const flush = () => {
    const batch = held;
    held = [];
    for (const write of batch) write();
  };
  return (write: () => void): void => {
    if (held.push(write) === 1) setImmediate(flush);
  };
}

/** Null for everything that takes the normal path: no poll, a locale in the address, a wrong host, a closing server. */
function unchangedOf(server: Server, dispatcher: Dispatcher, request: IncomingMessage, readOrigin: ReadOrigin) {
  const { headers, method, url = "" } = request;
  if (method !== "GET" || !headers["if-none-match"] || !headers.cookie) return null;
  if (url.includes("lang=") || !server.listening) return null;
  const origin = readOrigin(request);
  if (!origin) return null;
  const path = url.split("?", 1)[0]!;
  return dispatcher.unchanged({ ...origin, path, headers: headers as ApiRequest["headers"] });
}

type Refuse = (request: ApiRequest, code: ErrorCode) => ApiResponse;

/** A request for the dispatcher; its body is read only when the dispatcher needs it. */
export function apiRequest(request: FastifyRequest, body: BodyOf): ApiRequest {
  return {
    method: request.method,
    path: request.url.split("?", 1)[0]!,
    query: request.query as ApiRequest["query"],
    headers: request.headers as Record<string, string | undefined>,
    ...body,
    ...request.origin,
  };
}

/** Multipart only where the endpoint accepts an upload or the form of a mail program, everything else as JSON. */
async function receiveBody(request: FastifyRequest, uploads: Uploads, endpoint: Endpoint): Promise<ReceivedBody> {
  if (request.method === "GET" || request.method === "HEAD") return { body: undefined };
  if (!request.isMultipart() || endpoint.form) return readJson(request);
  if (!endpoint.upload) throw new Refusal("invalid");
  const { file, remove } = await uploads.receive(request);
  return { body: undefined, file, remove };
}

/** JSON, also where a beacon sends it as text. An empty body is an empty object; the content of a form is ignored. */
async function readJson(request: FastifyRequest): Promise<ReceivedBody> {
  const raw = await readBody(request.raw, BODY_BYTES);
  if (!raw.length) return { body: {} };
  const type = request.headers["content-type"] ?? "";
  if (/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(type))
    return { raw, body: undefined, form: true };
  if (!/^(application\/json|text\/plain)\b/.test(type)) throw new Refusal("invalid");
  try {
    return { raw, body: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw)) };
  } catch {
    throw new Refusal("invalid");
  }
}

function sendAnswer(reply: FastifyReply, answer: ApiResponse): FastifyReply {
  setCookies(reply, answer.cookies);
  reply.code(answer.status).headers(answer.headers);
  if (Buffer.isBuffer(answer.value)) return reply.send(answer.value);
  if (answer.value === undefined) return reply.send();
  // As bytes: a text is written to a socket at three times the cost.
  return reply.type("application/json; charset=utf-8").send(Buffer.from(JSON.stringify(answer.value)));
}

export function setCookies(reply: FastifyReply, cookies: Cookie[]): void {
  for (const { name, value, maxAge, httpOnly, clearsSiteData } of cookies) {
    if (clearsSiteData) reply.header("clear-site-data", '"cache", "storage"');
    const common = { name, path: "/", sameSite: "lax", secure: reply.request.origin.secure, httpOnly } as const;
    const line =
      value === null
        ? stringifySetCookie({ ...common, value: "", expires: new Date(0), maxAge: 0 })
        : stringifySetCookie({ ...common, value, maxAge });
    // a page may set the same cookie more than once: the last one counts
    const others = [reply.getHeader("set-cookie") ?? []]
      .flat()
      .filter((other) => !String(other).startsWith(`${name}=`));
    reply.removeHeader("set-cookie").header("set-cookie", [...others, line]);
  }
}
