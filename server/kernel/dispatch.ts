/**
 * The one dispatcher: every read and write of the product passes through it, from the browser over HTTP and from the
 * pages in process. The order is fixed: find the endpoint → same origin → authenticate → rate limit → read the body →
 * validate and decode ids → handle → encode ids and drop fields that the shape does not name.
 */
import type { Answer, Body, Endpoint, Query } from "@serenade/contract/endpoint";
import type { Decoded } from "@serenade/contract/ids";
import type { Locale } from "@serenade/contract/locales";
import * as z from "zod/mini";
import { keyOf, networkOf, parse, queryOf, refuseForeign } from "./access.ts";
import type { Limit } from "./limiter.ts";
import { Refusal } from "./refusal.ts";
import type { Resources } from "./resources.ts";
import { type Answered, BinaryResponse, headersOf, pictureAnswer, Redirect, refusalAnswer } from "./responses.ts";
import { decoding, encoding } from "./shape.ts";
import type { Upload } from "./uploads.ts";

/** A request as the dispatcher receives it, over HTTP or from a page in process. */
export interface ApiRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string | string[] | undefined>;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  cookies: Record<string, string | undefined>;
  /** Reserves an upload slot for a member, or refuses; the returned function frees the slot. */
  reserve(member: Member): () => void;
  /** Reads the body: called once, after everything that can refuse without it. */
  receive(endpoint: Endpoint): Promise<ReceivedBody>;
  host: string;
  address: string;
  secure: boolean;
  /** "https://host": what our own pages send as Origin. */
  origin: string;
}

export interface ReceivedBody {
  /** Parsed JSON; undefined where the body is none. */
  body: unknown;
  /** The bytes of the body, where a signature covers them. */
  raw?: Buffer | undefined;
  /** The body was sent as a form, which only mail programs do here. */
  form?: boolean | undefined;
  /** The uploaded file of an endpoint marked `upload`. */
  file?: Upload | undefined;
  /** Deletes temporary files of the body; called after the response. */
  remove?(): Promise<void>;
}

/** The part of a request that is needed to decide whether a poll has anything new. */
type Poll = Pick<ApiRequest, "path" | "host" | "headers" | "cookies">;

export interface Cookie {
  name: string;
  /** null removes it. */
  value: string | null;
  maxAge: number;
  httpOnly: boolean;
  /** The browser also clears its storage and cache of this site: at logout and erasure. */
  clearsSiteData?: true;
}

export interface ApiResponse {
  status: number;
  /** JSON value; Buffer for a picture; undefined for no body. */
  value: unknown;
  headers: Record<string, string>;
  cookies: Cookie[];
}

export interface Site {
  id: number;
  domain: string;
  /** The site's own public address; null: the installation's. */
  public_url: string | null;
}

export interface Member {
  id: number;
  session: number;
  locale: Locale;
  confirmed: boolean;
  premium: boolean;
}

/** What a handler is called with; `member` is there where the access is "member". */
export interface Call<E extends Endpoint = Endpoint, M = Member | null> extends Resources {
  site: Site;
  member: M;
  locale: Locale;
  query: Decoded<Query<E>>;
  body: Decoded<Body<E>>;
  /** From the header Idempotency-Key; a UUID, or null. */
  key: string | null;
  request: ApiRequest;
  /** The bytes of the body, where a signature covers them. */
  raw: Buffer | undefined;
  /** The uploaded file of an endpoint marked `upload`; removed once the call is answered. */
  file: Upload | undefined;
  /** The caller's network: an IPv4 address or an IPv6 /64. */
  network: string;
  setCookie(cookie: Cookie): void;
}

/** Who may call: anyone, a logged-in member, or a system that authenticates in the handler. */
type Who = "anyone" | "member" | "system";

interface DispatcherOptions {
  limit?: Limit;
  /** The subject of the limit: "caller" (the default) is the member if logged in, else the network. */
  countBy?: "caller" | "network";
}

export interface Entry {
  endpoint: Endpoint;
  who: Who;
  options: DispatcherOptions;
  handle: (call: Call) => Promise<unknown>;
}

/** One line of a routes.ts: endpoint, who may pass, what happens. */
export function on<E extends Endpoint, W extends Who>(
  endpoint: E,
  who: W,
  handle: (
    call: Call<E, W extends "member" ? Member : Member | null>,
  ) => Promise<Decoded<Answer<E>> | BinaryResponse | Redirect>,
  options: DispatcherOptions = {},
): Entry {
  return { endpoint, who, options, handle: handle as unknown as Entry["handle"] };
}

/** Supplied by the modules, so that the kernel knows no table. */
export interface AuthProvider {
  /** The site that the Host header names; null is an unknown host. */
  findSite(host: string): Promise<Site | null>;
  /** The member of the session cookie; null without a valid session. */
  findMember(request: ApiRequest, site: Site): Promise<Member | null>;
  /** The member's version: what changes whenever anything changes that the member can see. */
  findVersion(site: Site, member: number): Promise<number>;
  /** The member of a poll and their version, from memory only; null when it would need the database. */
  peek(poll: Poll): { member: number; version: number; locale: Locale } | null;
  /** The locale to answer in. */
  chooseLocale(request: ApiRequest, member: Member | null, site: Site): Locale;
  /** The localized messages of a refusal. */
  explain(refusal: Refusal, locale: Locale): { message: string; fields?: Record<string, string> };
}

interface Prepared extends Entry {
  name: string;
  decode: { query: (value: unknown) => unknown; body: (value: unknown) => unknown };
  present: (value: unknown) => unknown;
}

export interface Dispatcher {
  entries: Entry[];
  answer(request: ApiRequest): Promise<ApiResponse>;
  /**
   * The headers of a 304 for a poll without news, synchronously from memory; null where `answer` must decide. It never
   * reveals more than `answer` would.
   */
  unchanged(poll: Poll): Record<string, string> | null;
}

/** What is known of a request so far. */
interface RequestState {
  request: ApiRequest;
  name: string;
  locale: Locale;
  cookies: Cookie[];
}

export function createDispatcher(resources: Resources, entries: Entry[], auth: AuthProvider): Dispatcher {
  const prepared = entries.map((entry) => prepare(entry, resources));
  const byPath = Map.groupBy(prepared, (entry) => `${entry.endpoint.method} ${entry.endpoint.path}`);
  const paths = new Set(entries.map((entry) => entry.endpoint.path as string));
  const polls = new Map(
    prepared.filter(({ endpoint }) => endpoint.polled).map((poll) => [poll.endpoint.path as string, poll]),
  );

  return {
    entries,
    unchanged: (request) => {
      const poll = polls.get(request.path);
      const cached = poll && auth.peek(request);
      if (!cached) return null;
      const tag = tagOf(cached.member, cached.version, cached.locale);
      if (request.headers["if-none-match"] !== tag) return null;
      resources.metrics.unchanged(poll.name);
      return headersOf(tag);
    },
    answer: async (request) => {
      const started = performance.now();
      const state: RequestState = { request, name: "unknown", locale: "en", cookies: [] };
      const answer = await handle(state).catch((error) =>
        refusalAnswer(error, state.locale, auth, resources, state.name),
      );
      resources.metrics.observe(state.name, answer.status, (performance.now() - started) / 1000);
      return { ...answer, cookies: state.cookies };
    },
  };

  /** In the fixed order; whatever is not as it should be throws a refusal. */
  async function handle(state: RequestState): Promise<Answered> {
    const { request } = state;
    const entry = findEntry(request, byPath, paths);
    state.name = entry.name;
    const site = await auth.findSite(request.host);
    if (!site) throw new Refusal("unknown_host");
    state.locale = auth.chooseLocale(request, null, site);
    refuseForeign(request, entry);
    const network = networkOf(request.address);
    const member = entry.who === "system" ? null : await auth.findMember(request, site);
    state.locale = auth.chooseLocale(request, member, site);
    const release = entry.endpoint.upload && member ? request.reserve(member) : null;
    try {
      return await handleAs(state, entry, site, member, network);
    } finally {
      release?.();
    }
  }

  async function handleAs(
    state: RequestState,
    entry: Prepared,
    site: Site,
    member: Member | null,
    network: string,
  ): Promise<Answered> {
    const { request } = state;
    const caller = (entry.options.countBy !== "network" && member?.id) || network;
    if (entry.options.limit) await resources.limiter.take(entry.options.limit, `${site.id}:${caller}`);
    if (entry.who === "member" && !member) throw new Refusal("authentication_required");
    const polled = entry.endpoint.polled && member;
    const tag = polled ? tagOf(member.id, await auth.findVersion(site, member.id), state.locale) : null;
    const headers = headersOf(tag);
    if (tag && request.headers["if-none-match"] === tag) return { status: 304, value: undefined, headers };
    const query = entry.decode.query(queryOf(request, entry.endpoint));
    const key = keyOf(request);
    const received = await request.receive(entry.endpoint);
    try {
      return await callHandler(state, entry, { site, member, query, key, network }, received, headers);
    } finally {
      await received.remove?.();
    }
  }

  async function callHandler(
    state: RequestState,
    entry: Prepared,
    checked: Pick<Call, "site" | "member" | "key" | "network"> & { query: unknown },
    received: ReceivedBody,
    headers: Record<string, string>,
  ): Promise<Answered> {
    if (received.form && !entry.endpoint.form) throw new Refusal("invalid");
    const value = await entry.handle({
      ...resources,
      ...checked,
      locale: state.locale,
      body: entry.decode.body(received.body),
      raw: received.raw,
      file: received.file,
      request: state.request,
      setCookie: (cookie: Cookie) => void state.cookies.push(cookie),
    } as Call);
    if (value instanceof BinaryResponse) return pictureAnswer(value);
    if (value instanceof Redirect)
      return { status: 303, value: undefined, headers: { ...headers, location: value.path } };
    return { status: entry.endpoint.status ?? 200, value: entry.present(value), headers };
  }
}

/** The ETag of a polled list: while the member's version is unchanged, so is the list. */
const tagOf = (member: number, version: number, locale: Locale): string =>
  `"${member.toString(36)}-${version}-${locale}"`;

function prepare(entry: Entry, resources: Resources): Prepared {
  const { endpoint } = entry;
  const decoder = (schema: z.ZodMiniType<unknown, unknown> | undefined) => {
    if (!schema) return () => undefined;
    const decode = decoding(schema);
    return (value: unknown) => decode(parse(schema, value), resources.ids);
  };
  const encode = encoding(endpoint.answer);
  const checked = resources.config.mode === "test" && process.env.NODE_ENV !== "production";
  const empty = endpoint.status === 204;
  return {
    ...entry,
    name: nameOf(endpoint),
    decode: { query: decoder(endpoint.query), body: decoder(endpoint.body) },
    present: (value) => {
      if (empty) return undefined;
      const answer = encode(value as never, resources.ids);
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

function findEntry(request: ApiRequest, byPath: Map<string, Prepared[]>, paths: Set<string>): Prepared {
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

/** The base of links in emails and of redirects: as configured, else the address of the request. */
export const baseUrlOf = ({ config, request, site }: Pick<Call, "config" | "request" | "site">): string =>
  site.public_url ?? config.baseUrl ?? request.origin;
