/** The door over HTTP: /api/* of Fastify → DoorRequest → DoorAnswer → the reply. Nothing is decided here. */
import type { IncomingMessage, RequestListener, Server } from "node:http";
import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import { BODY_BYTES, PHOTO_BYTES } from "@serenade/contract/limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Cookie, Door, DoorAnswer, DoorRequest, Poll } from "./door.ts";
import { jsonOf } from "./lasting.ts";

/** Registers the API. `refuse` words what goes wrong before the door is reached (a body too large, JSON that is none). */
export async function apiPlugin(app: FastifyInstance, { door, refuse }: { door: Door; refuse: Refuse }): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(fastifyMultipart);
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const code = error.statusCode === 413 ? "too_large" : error.statusCode === 415 ? "unsupported_media" : "invalid";
    return sendAnswer(
      reply,
      refuse(doorRequest(request), error.statusCode && error.statusCode < 500 ? code : "internal"),
    );
  });
  app.all("/api/*", async (request, reply) => {
    const asked = doorRequest(request);
    try {
      if (request.isMultipart()) asked.file = await uploadOf(request);
      else Object.assign(asked, bodyOf(request));
    } catch (error) {
      return sendAnswer(reply, refuse(asked, error instanceof TooLarge ? "too_large" : "invalid"));
    }
    return sendAnswer(reply, await door.answer(asked));
  });
}

/**
 * Answers a poll that finds nothing new before anything else is done for it, Fastify's own work included. Most requests are polls and
 * most polls find nothing: what every other answer passes through costs several times as much as knowing that (decision 019).
 * They leave together at the end of the turn: who writes one by one wakes each reader before the next request is looked at.
 */
export function answerUnchanged(server: Server, door: Door, { hostOf, headers: common }: UnchangedOptions): void {
  const [answer] = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  const leaveTogether = openDeparture();
  server.on("request", (request, response) => {
    const unchanged = unchangedOf(server, door, request, hostOf);
    if (unchanged) leaveTogether(() => response.writeHead(304, { ...common, ...unchanged }).end());
    else answer!(request, response);
  });
}

/** Holds what is to be written until the end of the turn of the event loop. */
function openDeparture() {
  let held: (() => void)[] = [];
  const leave = () => {
    const leaving = held;
    held = [];
    for (const write of leaving) write();
  };
  return (write: () => void): void => {
    if (held.push(write) === 1) setImmediate(leave);
  };
}

interface UnchangedOptions {
  /** The host that the browser asked for. */
  hostOf(request: IncomingMessage): string;
  /** What every answer of the API says. */
  headers: Record<string, string>;
}

/** Null for whatever goes the long way: no poll, a language in the address, two hosts, a server that is about to stop. */
function unchangedOf(server: Server, door: Door, request: IncomingMessage, hostOf: UnchangedOptions["hostOf"]) {
  const { headers, method, url = "" } = request;
  if (method !== "GET" || !headers["if-none-match"] || !headers.cookie) return null;
  if (url.includes("lang=") || hostsIn(request) > 1 || !server.listening) return null;
  const path = url.split("?", 1)[0]!;
  const cookies = fastifyCookie.parse(headers.cookie);
  return door.unchanged({ path, host: hostOf(request), headers: headers as Poll["headers"], cookies });
}

/** How many Host headers came: of two, what is in between may have believed another one than we do. */
export const hostsIn = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;

export type Refuse = (
  request: DoorRequest,
  code: "too_large" | "invalid" | "unsupported_media" | "internal",
) => DoorAnswer;

class TooLarge extends Error {}

/** What the door needs of a request, without its body. */
export function doorRequest(request: FastifyRequest): DoorRequest {
  return {
    method: request.method,
    path: request.url.split("?", 1)[0]!,
    query: request.query as DoorRequest["query"],
    headers: request.headers as Record<string, string | undefined>,
    cookies: request.cookies,
    body: undefined,
    host: request.host,
    address: request.ip,
    secure: request.protocol === "https",
  };
}

/** JSON, also where a beacon sends it as text. An empty body is an empty object; what a form holds is nobody's business here. */
function bodyOf(request: FastifyRequest): Partial<Pick<DoorRequest, "raw" | "body" | "form">> {
  const raw = request.body as Buffer | undefined;
  if (request.method === "GET" || request.method === "HEAD") return {};
  if (!raw?.length) return { body: {} };
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return { form: true };
  if (!/^(application\/json|text\/plain)\b/.test(type)) throw new Error("not JSON");
  return { raw, body: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw)) };
}

/** The one part named `photo`. */
async function uploadOf(request: FastifyRequest): Promise<Buffer | undefined> {
  const part = await request.file({ limits: { fileSize: PHOTO_BYTES, files: 1, fields: 5 } });
  if (part?.fieldname !== "photo") return undefined;
  const bytes = await part.toBuffer().catch(() => {
    throw new TooLarge();
  });
  if (part.file.truncated) throw new TooLarge();
  return bytes;
}

function sendAnswer(reply: FastifyReply, answer: DoorAnswer): FastifyReply {
  setCookies(reply, answer.cookies);
  reply.code(answer.status).headers(answer.headers);
  if (Buffer.isBuffer(answer.value)) return reply.send(answer.value);
  if (answer.value === undefined) return reply.send();
  return reply.type("application/json; charset=utf-8").send(jsonOf(answer.value));
}

export function setCookies(reply: FastifyReply, cookies: Cookie[]): void {
  for (const { name, value, maxAge, httpOnly } of cookies) {
    const options = { path: "/", sameSite: "lax", secure: "auto", httpOnly } as const;
    if (value === null) reply.clearCookie(name, options);
    else reply.setCookie(name, value, { ...options, maxAge });
  }
}
