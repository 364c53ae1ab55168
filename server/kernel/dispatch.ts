/**
 * The one dispatcher: every read and write of the product passes here, from the browser over HTTP and from the pages in process.
 * The order is fixed: which endpoint → same origin → who → how often → read the body → what (validated, ids opened) → do →
 * present (sealed, nothing but the named fields).
 */
import type { Answer, Body, Endpoint, Query } from "@serenade/contract/endpoint";
import type { Opened } from "@serenade/contract/ids";
import type { Locale } from "@serenade/contract/locales";
import * as z from "zod/mini";
import { keyOf, networkOf, parse, queryOf, refuseForeign } from "./access.ts";
import type { Limit } from "./limiter.ts";
import { Refusal } from "./refusal.ts";
import type { Resources } from "./resources.ts";
import { type Answered, BinaryResponse, headersOf, pictureAnswer, Redirect, refusalAnswer } from "./responses.ts";
import { decoding, encoding } from "./shape.ts";
import type { Upload } from "./uploads.ts";

/** A request as the dispatcher sees it, over HTTP or from a page in process. */
export interface ApiRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string | string[] | undefined>;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  cookies: Record<string, string | undefined>;
  /** Keeps a place for the upload of a member, or refuses; what it returns frees the place. */
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
  /** The body came as a form, which only mail programs send here. */
  form?: boolean | undefined;
  /** The uploaded file of an endpoint marked `upload`. */
  file?: Upload | undefined;
  /** Removes what was kept of the body; called when the request is answered. */
  remove?(): Promise<void>;
}

/** As much of a request as says whether anything is new for who polls. */
export type Poll = Pick<ApiRequest, "path" | "host" | "headers" | "cookies">;

export interface Cookie {
  name: string;
  /** null removes it. */
  value: string | null;
  maxAge: number;
  httpOnly: boolean;
  /** The browser also forgets what it stored and cached of this site: at logout and erasure. */
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
  query: Opened<Query<E>>;
  body: Opened<Body<E>>;
  /** From the header Idempotency-Key; a UUID, or null. */
  key: string | null;
  request: ApiRequest;
  /** The bytes of the body, where a signature covers them. */
  raw: Buffer | undefined;
  /** The uploaded file of an endpoint marked `upload`; removed once the call is answered. */
  file: Upload | undefined;
  /** The network the caller comes from: an IPv4 address, an IPv6 /64. */
  network: string;
  setCookie(cookie: Cookie): void;
}

/** Who may pass: anyone (member or not), a logged-in member, or a machine that proves itself in the handler. */
export type Who = "anyone" | "member" | "system";

export interface DispatcherOptions {
  limit?: Limit;
  /** Whom the limit counts: the member where one is logged in (the default), or always the network. */
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
  ) => Promise<Opened<Answer<E>> | BinaryResponse | Redirect>,
  options: DispatcherOptions = {},
): Entry {
  return { endpoint, who, options, handle: handle as unknown as Entry["handle"] };
}

/** What the modules tell the dispatcher, so that the kernel knows no table. */
export interface AuthProvider {
  /** The site that the Host header names; null is an unknown host. */
  findSite(host: string): Promise<Site | null>;
  /** The member whose session the cookie is; null for none. */
  findMember(request: ApiRequest, site: Site): Promise<Member | null>;
  /** The member's version: what changes whenever anything changes that the member can see. */
  findVersion(site: Site, member: number): Promise<number>;
  /** Whose poll this is and the version they are at, as far as the process keeps it; null when it would have to ask. */
  peek(poll: Poll): { member: number; version: number; locale: Locale } | null;
  /** The locale to answer in. */
  chooseLocale(request: ApiRequest, member: Member | null, site: Site): Locale;
  /** The words of a refusal. */
  explain(refusal: Refusal, locale: Locale): { message: string; fields?: Record<string, string> };
}

interface Prepared extends Entry {
  name: string;
  open: { query: (value: unknown) => unknown; body: (value: unknown) => unknown };
  present: (value: unknown) => unknown;
}

export interface Dispatcher {
  entries: Entry[];
  answer(request: ApiRequest): Promise<ApiResponse>;
  /**
   * The headers of a 304 for a poll that finds nothing new, at once and from memory; null where `answer` has to be asked.
   * It never says more than `answer` would.
   */
  unchanged(poll: Poll): Record<string, string> | null;
}

/** What is known of a request so far. */
interface Asking {
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
      const kept = poll && auth.peek(request);
      if (!kept) return null;
      const tag = tagOf(kept.member, kept.version, kept.locale);
      if (request.headers["if-none-match"] !== tag) return null;
      resources.metrics.unchanged(poll.name);
      return headersOf(tag);
    },
    answer: async (request) => {
      const started = performance.now();
      const asking: Asking = { request, name: "unknown", locale: "en", cookies: [] };
      const answer = await pass(asking).catch((error) =>
        refusalAnswer(error, asking.locale, auth, resources, asking.name),
      );
      resources.metrics.observe(asking.name, answer.status, (performance.now() - started) / 1000);
      return { ...answer, cookies: asking.cookies };
    },
  };

  /** In the fixed order; whatever is not as it should be throws a refusal. */
  async function pass(asking: Asking): Promise<Answered> {
    const { request } = asking;
    const entry = findEntry(request, byPath, paths);
    asking.name = entry.name;
    const site = await auth.findSite(request.host);
    if (!site) throw new Refusal("unknown_host");
    asking.locale = auth.chooseLocale(request, null, site);
    refuseForeign(request, entry);
    const network = networkOf(request.address);
    const member = entry.who === "system" ? null : await auth.findMember(request, site);
    asking.locale = auth.chooseLocale(request, member, site);
    const leave = entry.endpoint.upload && member ? request.reserve(member) : null;
    try {
      return await passAs(asking, entry, site, member, network);
    } finally {
      leave?.();
    }
  }

  async function passAs(
    asking: Asking,
    entry: Prepared,
    site: Site,
    member: Member | null,
    network: string,
  ): Promise<Answered> {
    const { request } = asking;
    const caller = (entry.options.countBy !== "network" && member?.id) || network;
    if (entry.options.limit) await resources.limiter.take(entry.options.limit, `${site.id}:${caller}`);
    if (entry.who === "member" && !member) throw new Refusal("authentication_required");
    const polled = entry.endpoint.polled && member;
    const tag = polled ? tagOf(member.id, await auth.findVersion(site, member.id), asking.locale) : null;
    const headers = headersOf(tag);
    if (tag && request.headers["if-none-match"] === tag) return { status: 304, value: undefined, headers };
    const query = entry.open.query(queryOf(request, entry.endpoint));
    const key = keyOf(request);
    const received = await request.receive(entry.endpoint);
    try {
      return await handle(asking, entry, { site, member, query, key, network }, received, headers);
    } finally {
      await received.remove?.();
    }
  }

  async function handle(
    asking: Asking,
    entry: Prepared,
    checked: Pick<Call, "site" | "member" | "key" | "network"> & { query: unknown },
    received: ReceivedBody,
    headers: Record<string, string>,
  ): Promise<Answered> {
    if (received.form && !entry.endpoint.form) throw new Refusal("invalid");
    const value = await entry.handle({
      ...resources,
      ...checked,
      locale: asking.locale,
      body: entry.open.body(received.body),
      raw: received.raw,
      file: received.file,
      request: asking.request,
      setCookie: (cookie: Cookie) => void asking.cookies.push(cookie),
    } as Call);
    if (value instanceof BinaryResponse) return pictureAnswer(value);
    if (value instanceof Redirect)
      return { status: 303, value: undefined, headers: { ...headers, location: value.path } };
    return { status: entry.endpoint.status ?? 200, value: entry.present(value), headers };
  }
}

/** What a polled list is asked for again with: as long as the member's version stands, it has not changed. */
const tagOf = (member: number, version: number, locale: Locale): string =>
  `"${member.toString(36)}-${version}-${locale}"`;

function prepare(entry: Entry, resources: Resources): Prepared {
  const { endpoint } = entry;
  const opener = (schema: z.ZodMiniType<unknown, unknown> | undefined) => {
    if (!schema) return () => undefined;
    const open = decoding(schema);
    return (value: unknown) => open(parse(schema, value), resources.ids);
  };
  const seal = encoding(endpoint.answer);
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

/** Where links in mails and ways back lead to: as configured, else as the caller came. */
export const baseUrlOf = ({ config, request }: Pick<Call, "config" | "request">): string =>
  config.baseUrl ?? request.origin;
