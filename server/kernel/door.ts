/**
 * The one door: every read and write of the product passes here, from the browser over HTTP and from the pages in process.
 * The order is fixed: which endpoint → same origin → who → how often → what (validated, ids opened) → do → present (sealed,
 * nothing but the named fields).
 */
import type { Answer, Body, Endpoint, Query } from "@serenade/contract/endpoint";
import { ERRORS, type ErrorAnswer } from "@serenade/contract/errors";
import type { Opened } from "@serenade/contract/ids";
import type { Locale } from "@serenade/contract/locales";
import * as z from "zod/mini";
import type { Limit } from "./limiter.ts";
import { Refusal } from "./refusal.ts";
import type { Resources } from "./resources.ts";
import { opening, sealing } from "./shape.ts";

/** A request as the door sees it, whoever brought it. */
export interface DoorRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string | string[] | undefined>;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  cookies: Record<string, string | undefined>;
  body: unknown;
  /** The bytes of the body, where a signature covers them. */
  raw?: Buffer | undefined;
  /** The body came as a form, which only mail programs send here. */
  form?: boolean | undefined;
  /** The uploaded file of an endpoint marked `upload`. */
  file?: Buffer | undefined;
  host: string;
  address: string;
  secure: boolean;
}

export interface Cookie {
  name: string;
  /** null removes it. */
  value: string | null;
  maxAge: number;
  httpOnly: boolean;
}

export interface DoorAnswer {
  status: number;
  /** JSON value; Buffer for a picture; undefined for no body. */
  value: unknown;
  headers: Record<string, string>;
  cookies: Cookie[];
}

export interface Site {
  id: number;
  domain: string;
}

export interface Member {
  id: number;
  session: number;
  locale: Locale;
  confirmed: boolean;
  premium: boolean;
}

/** What a handler is called with; `member` is there behind the door "member". */
export interface Call<E extends Endpoint = Endpoint, M = Member | null> extends Resources {
  site: Site;
  member: M;
  locale: Locale;
  query: Opened<Query<E>>;
  body: Opened<Body<E>>;
  /** From the header Idempotency-Key; a UUID, or null. */
  key: string | null;
  request: DoorRequest;
  /** The network the caller comes from: an IPv4 address, an IPv6 /64. */
  network: string;
  setCookie(cookie: Cookie): void;
}

/** Who may pass: anyone (member or not), a logged-in member, or a machine that proves itself in the handler. */
export type Who = "anyone" | "member" | "system";

export interface DoorOptions {
  limit?: Limit;
  /** Whom the limit counts: the member where one is logged in (the default), or always the network. */
  countBy?: "caller" | "network";
}

export interface Entry {
  endpoint: Endpoint;
  who: Who;
  options: DoorOptions;
  handle: (call: Call) => Promise<unknown>;
}

/** One line of a routes.ts: endpoint, who may pass, what happens. */
export function on<E extends Endpoint, W extends Who>(
  endpoint: E,
  who: W,
  handle: (
    call: Call<E, W extends "member" ? Member : Member | null>,
  ) => Promise<Opened<Answer<E>> | Picture | Elsewhere>,
  options: DoorOptions = {},
): Entry {
  return { endpoint, who, options, handle: handle as unknown as Entry["handle"] };
}

/** An answer that is no JSON: the bytes of a picture with their type and how long a browser may keep them; or a file to save. */
export class Picture {
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
export class Elsewhere {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** What the modules tell the door, so that the kernel knows no table. */
export interface Gatekeepers {
  /** The site that the Host header names; null is an unknown host. */
  findSite(host: string): Promise<Site | null>;
  /** The member whose session the cookie is; null for none. */
  findMember(request: DoorRequest, site: Site): Promise<Member | null>;
  /** The member's version: what changes whenever anything changes that the member can see. */
  findVersion(site: Site, member: number): Promise<number>;
  /** The locale to answer in. */
  chooseLocale(request: DoorRequest, member: Member | null, site: Site): Locale;
  /** The words of a refusal. */
  explain(refusal: Refusal, locale: Locale): { message: string; fields?: Record<string, string> };
}

interface Prepared extends Entry {
  name: string;
  open: { query: (value: unknown) => unknown; body: (value: unknown) => unknown };
  present: (value: unknown) => unknown;
}

export interface Door {
  entries: Entry[];
  answer(request: DoorRequest): Promise<DoorAnswer>;
}

export function createDoor(resources: Resources, entries: Entry[], gate: Gatekeepers): Door {
  const prepared = entries.map((entry) => prepare(entry, resources));
  const byPath = Map.groupBy(prepared, (entry) => `${entry.endpoint.method} ${entry.endpoint.path}`);
  const paths = new Set(entries.map((entry) => entry.endpoint.path as string));

  return {
    entries,
    answer: async (request) => {
      const started = performance.now();
      const cookies: Cookie[] = [];
      let locale: Locale = "en";
      let name = "unknown";
      let answer: DoorAnswer;
      try {
        const entry = findEntry(request, byPath, paths);
        name = entry.name;
        const site = await gate.findSite(request.host);
        if (!site) throw new Refusal("unknown_host");
        locale = gate.chooseLocale(request, null, site);
        refuseForeign(request, entry);
        const network = networkOf(request.address);
        const member = entry.who === "system" ? null : await gate.findMember(request, site);
        locale = gate.chooseLocale(request, member, site);
        await takeTurn(
          resources,
          entry,
          `${site.id}:${(entry.options.countBy !== "network" && member?.id) || network}`,
        );
        if (entry.who === "member" && !member) throw new Refusal("authentication_required");
        const tag =
          entry.endpoint.polled && member
            ? `"${member.id.toString(36)}-${await gate.findVersion(site, member.id)}-${locale}"`
            : null;
        const headers = headersOf(tag);
        if (tag && request.headers["if-none-match"] === tag) {
          answer = { status: 304, value: undefined, headers, cookies };
        } else {
          if (request.form && !entry.endpoint.form) throw new Refusal("invalid");
          const call = {
            ...resources,
            site,
            member,
            locale,
            query: entry.open.query(queryOf(request, entry.endpoint)),
            body: entry.open.body(request.body),
            key: keyOf(request),
            request,
            network,
            setCookie: (cookie: Cookie) => void cookies.push(cookie),
          } as Call;
          const value = await entry.handle(call);
          answer =
            value instanceof Picture
              ? pictureAnswer(value)
              : value instanceof Elsewhere
                ? { status: 303, value: undefined, headers: { ...headers, location: value.path }, cookies }
                : { status: entry.endpoint.status ?? 200, value: entry.present(value), headers, cookies };
        }
      } catch (error) {
        answer = refusalAnswer(error, locale, gate, resources, name);
        answer.cookies = cookies;
      }
      resources.metrics.observe(name, answer.status, (performance.now() - started) / 1000);
      return answer;
    },
  };
}

function prepare(entry: Entry, resources: Resources): Prepared {
  const { endpoint } = entry;
  const opener = (schema: z.ZodMiniType<unknown, unknown> | undefined) => {
    if (!schema) return () => undefined;
    const open = opening(schema);
    return (value: unknown) => open(parse(schema, value), resources.ids);
  };
  const seal = sealing(endpoint.answer);
  const checked = resources.config.mode === "test" && process.env.NODE_ENV !== "production";
  const empty = endpoint.status === 204;
  return {
    ...entry,
    name: nameOf(endpoint),
    open: { query: opener(endpoint.query), body: opener(endpoint.body) },
    present: (value) => {
      if (empty) return undefined;
      const answer = seal(value as never, resources.ids);
      if (checked) z.parse(endpoint.answer, answer); // a wrong answer fails its test
      return answer;
    },
  };
}

/** "GET user.php", "POST user.php?push=1": the endpoint's name in logs, metrics and tests. */
export function nameOf(endpoint: Endpoint): string {
  const when = endpoint.when ? `?${new URLSearchParams(endpoint.when)}` : "";
  return `${endpoint.method} ${endpoint.path.slice("/api/".length)}${when}`;
}

function findEntry(request: DoorRequest, byPath: Map<string, Prepared[]>, paths: Set<string>): Prepared {
  // HEAD reads like GET, but never runs a GET that acts (§7: logout.php, auto-like.php).
  const method = request.method === "HEAD" ? "GET" : request.method;
  const binary = request.path.match(/^(\/api\/(?:chat-)?photo)\//)?.[1] ?? request.path;
  const candidates = byPath.get(`${method} ${binary}`) ?? [];
  const matches = (entry: Prepared) =>
    Object.entries(entry.endpoint.when ?? {}).every(([name, value]) => request.query[name] === value);
  const entry =
    candidates.find((one) => one.endpoint.when && matches(one)) ?? candidates.find((one) => !one.endpoint.when);
  if (entry && !(request.method === "HEAD" && entry.endpoint.acts)) return entry;
  throw new Refusal(paths.has(binary) ? "method_not_allowed" : "not_found");
}

async function takeTurn({ limiter }: Resources, { options }: Prepared, who: string): Promise<void> {
  if (options.limit) await limiter.take(options.limit, who);
}

/** Writes, and the two GETs that act, only from our own pages (api.md). Machines prove themselves by signature. */
function refuseForeign(request: DoorRequest, entry: Prepared): void {
  if (entry.who === "system") return;
  const acts = entry.endpoint.acts === true;
  if (entry.endpoint.method === "GET" && !acts) return;
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  const ours = origin !== undefined ? isOwnOrigin(origin, request.host) : site === "same-origin";
  if (!ours || (site !== undefined && site !== "same-origin")) throw new Refusal("cross_origin");
  if (acts && request.headers["x-request-type"] !== "client") throw new Refusal("cross_origin");
}

function isOwnOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

function queryOf(request: DoorRequest, endpoint: Endpoint): Record<string, unknown> {
  // The locale may stand in any address (product.md 9) and is no parameter of the call.
  const { lang: _, ...query } = request.query;
  if (!endpoint.query && Object.keys(query).length && !endpoint.binary) throw new Refusal("invalid");
  return query;
}

/** Validation: every wrong field with the key of its text; a body that is no object is wrong as a whole. */
function parse<T>(schema: z.ZodMiniType<T, unknown>, value: unknown): T {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) fields[key.slice(0, 40)] ??= "unknown";
    else if (issue.path.length) fields[issue.path.join(".").slice(0, 80)] ??= fieldKey(issue);
  }
  if (Object.values(fields).includes("not_found")) throw new Refusal("not_found");
  throw new Refusal("invalid", {}, fields);
}

const FIELD_KEY = /^[a-z_]+$/;
function fieldKey(issue: z.core.$ZodIssue): string {
  return FIELD_KEY.test(issue.message) ? issue.message : issue.code === "invalid_type" ? "required" : "invalid";
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
function keyOf(request: DoorRequest): string | null {
  const key = request.headers["idempotency-key"]?.toLowerCase();
  if (key === undefined) return null;
  if (!UUID.test(key)) throw new Refusal("invalid", {}, { "Idempotency-Key": "invalid" });
  return key;
}

/** Nothing private is kept by a cache on the way; a polled list may be kept by its browser and asked for again. */
function headersOf(tag: string | null): Record<string, string> {
  return tag ? { "cache-control": "private, no-cache", etag: tag } : { "cache-control": "no-store" };
}

function pictureAnswer(picture: Picture): DoorAnswer {
  const headers = {
    "content-type": picture.type,
    "cache-control": picture.saveAs ? "no-store" : `private, max-age=${picture.seconds}`,
    ...(picture.saveAs ? { "content-disposition": `attachment; filename="${picture.saveAs}"` } : {}),
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    vary: "Cookie", // what one session may see is not shown to the next one out of the browser's cache
  };
  return { status: 200, value: picture.bytes, headers, cookies: [] };
}

function refusalAnswer(
  error: unknown,
  locale: Locale,
  gate: Gatekeepers,
  resources: Resources,
  name: string,
): DoorAnswer {
  const refusal = error instanceof Refusal ? error : unexpected(error, resources, name);
  const { message, fields } = gate.explain(refusal, locale);
  const body: ErrorAnswer = { ...refusal.params, error: refusal.code, message };
  if (fields) body.fields = fields;
  if (refusal.code === "authentication_required") body.authentication_required = true;
  const headers: Record<string, string> = { "cache-control": "no-store" };
  const wait = refusal.params.seconds ?? Number(refusal.params.minutes ?? 0) * 60;
  if (refusal.status === 429) headers["retry-after"] = String(wait || 1);
  return { status: ERRORS[refusal.code], value: body, headers, cookies: [] };
}

/** Not expected: logged with its stack, answered in general words (§8), nothing of it shown. */
function unexpected(error: unknown, resources: Resources, name: string): Refusal {
  const { message, stack, code } = error as Error & { code?: string };
  resources.log.error({ endpoint: name, error: message, code, stack }, "an answer failed");
  const overloaded =
    code === "57014" || code === "53300" || /timeout exceeded when trying to connect/.test(message ?? "");
  return new Refusal(overloaded ? "unavailable" : "internal");
}

/** Where links in mails and ways back lead to: as configured, else as the caller came. */
export const baseUrlOf = ({ config, request }: Pick<Call, "config" | "request">): string =>
  config.baseUrl ?? `${request.secure ? "https" : "http"}://${request.host}`;

/** The part of an address that one household or network shares. */
export function networkOf(address: string): string {
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  if (!plain.includes(":")) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.padStart(4, "0"))
    .join(":")}::/64`;
}
