/**
 * Every endpoint that takes an id, by callers in every state, with ids of another member's objects: refused, without a byte
 * of their content, and without a change of the other's rows. The list comes from the route table: an endpoint with an id
 * that the corpus lacks fails the check.
 */
import { randomUUID } from "node:crypto";
import type { Endpoint } from "@serenade/contract/endpoint";
import type { ErrorCode } from "@serenade/contract/errors";
import { ID_KINDS, type IdKind, idKinds } from "@serenade/contract/ids";
import type { App } from "../server/app.ts";
import { nameOf } from "../server/kernel/dispatch.ts";
import type { Client } from "../server/test/client.ts";
import { MATRIX, type World } from "../server/test/matrix.ts";
import {
  buildCorpus,
  type Caller,
  CONFUSED,
  type Corpus,
  EXCLUDED,
  listOwned,
  PRIVATE,
  PUBLIC,
  ROLES,
  type Role,
} from "./authz-corpus.ts";
import type { Check, Report } from "./check.ts";
import { as, PASSWORD } from "./people.ts";
import type { Target } from "./target.ts";

/** Expected refusals; another one would mean that the id was not checked. */
const REFUSALS: ErrorCode[] = [
  "not_found",
  "authentication_required",
  "blocked",
  "photo_gone",
  "link_invalid",
  "code_not_found",
];

/** Inputs where another member's id is public or only a position: the answer is the caller's own data. */
const OWN_ANSWER: Record<string, string> = {
  "GET transactions.php before": "a place in the caller's own list",
  "GET chat.php before": "a place in the caller's own conversation",
  "POST report.php id": "a blocked member may still report",
  "POST signup.php to": "a visitor signs up to write to a member",
  "DELETE block.php id": "removes a block of the caller, if any",
  "DELETE like.php id": "removes a like of the caller, if any",
  "POST chat-read.php message": "a place in the caller's own conversation, never beyond its end",
};
/** Idempotent: a repeated call gets the same answer, and so does one with another member's id. */
const ALREADY_GONE = ["DELETE passkey.php id", "DELETE session.php id", "DELETE saved-search.php id"];
/** What an input needs beside the id, or must omit. */
const REST: Record<string, object> = {
  "POST chat.php photo": { message: undefined },
  "GET chat.php profile": { id: undefined },
};

/** The callers' own rows that may refer to the owner afterwards. */
const MAY_NAME: Record<string, string> = {
  accounts: "the member that a visitor wants to write to",
  conversations: "the caller's read position in an own conversation",
  reports: "the reported member",
};

interface Attempt {
  endpoint: Endpoint;
  /** "POST chat-read.php message". */
  name: string;
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown> | null;
  kind: IdKind | null;
}

let endpoints: Endpoint[] = [];
let corpus: Corpus;
let before = new Map<string, string[]>();

export const authz: Check = {
  name: "authz",
  holds: "callers in every state are refused another member's objects, and cannot change them",
  target: {
    prepare: async (app) => {
      endpoints = app.dispatcher.entries.filter(({ who }) => who !== "system").map(({ endpoint }) => endpoint);
      corpus = await buildCorpus(app);
      before = await listOwned(app, corpus);
    },
  },
  run: async (target, report, scale) => {
    const strangers = scale === "whole" ? ROLES : (["visitor", "free", "blocked", "leaving"] as const);
    for (const role of strangers) {
      for (const attempt of foreignAttempts(role, report)) await refused(target, report, role, attempt);
      for (const attempt of bareAttempts()) await silent(target, report, role, attempt);
    }
    for (const role of CONFUSED) for (const attempt of wrongKinds(role)) await refused(target, report, role, attempt);
    const after = await target.offline((app: App) => listOwned(app, corpus));
    for (const [table, rows] of after) {
      const old = before.get(table) ?? [];
      report.count("rows compared", old.length);
      const changed = old.filter((row) => !rows.includes(row)).length;
      if (changed) report.wrong(`${changed} of the owner's rows of ${table} have changed or gone`);
      if (rows.length > old.length + changed && !MAY_NAME[table])
        report.wrong(`rows of ${table} refer to the owner now`);
    }
  },
};

/** Each id field of each endpoint with each object of that kind of the owner. */
function foreignAttempts(role: Role, report: Report): Attempt[] {
  const attempts: Attempt[] = [];
  for (const endpoint of endpoints) {
    for (const [field, kind, place] of idFields(endpoint)) {
      const ids = corpus.foreign[kind];
      if (!ids?.length) report.wrong(`${nameOf(endpoint)} takes a ${kind}, and the owner has none`);
      // a member's id is public among members, for likes and messages
      if (kind === "member" && !isShutOut(role)) continue;
      for (const id of ids) attempts.push(attemptOf(endpoint, role, field, kind, place, id));
    }
  }
  return [...attempts, ...bearerAttempts()];
}

/** Objects addressed by a name or a secret instead of an id. */
function bearerAttempts(): Attempt[] {
  const find = (name: string) => endpoints.find((one) => nameOf(one) === name)!;
  const of = (name: string, change: Partial<Attempt>): Attempt => {
    const endpoint = find(name);
    return { endpoint, name, path: endpoint.path, query: {}, body: null, kind: null, ...change };
  };
  const pictures = corpus.files.picture.flatMap((file) =>
    ["full", "thumb", "blurred"].map((rendition) => `${file.replace(/^[a-z]+/, rendition)}`),
  );
  return [
    of("GET export.php", { query: { token: corpus.exportToken } }),
    of("GET discountcode.php", { query: { code: corpus.code } }),
    ...pictures.map((file) => of("GET chat-photo", { path: `/api/chat-photo/${file}` })),
    ...corpus.files.photo.map((file) =>
      of("GET chat-photo", { path: `/api/chat-photo/${file}`, name: "GET chat-photo of a profile's photo" }),
    ),
    ...corpus.files.picture.map((file) =>
      of("GET photo", { path: `/api/photo/${file}`, name: "GET photo of a chat's photo" }),
    ),
  ];
}

/** The owner's ids in fields of another kind. */
function wrongKinds(role: (typeof CONFUSED)[number]): Attempt[] {
  const half = ID_KINDS.filter((_, at) => at % CONFUSED.length === CONFUSED.indexOf(role));
  return endpoints.flatMap((endpoint) =>
    idFields(endpoint).flatMap(([field, kind, place]) =>
      half
        .filter((other) => other !== kind)
        .map((other) => {
          const attempt = attemptOf(endpoint, role, field, kind, place, corpus.foreign[other][0]!);
          return { ...attempt, name: `${attempt.name} given a ${other}`, kind: other };
        }),
    ),
  );
}

/** Endpoints that read without an id: their lists contain nothing of the owner. */
const bareAttempts = (): Attempt[] =>
  endpoints
    .filter(
      (endpoint) =>
        endpoint.method === "GET" && !endpoint.acts && !endpoint.binary && endpoint.path !== "/api/export.php",
    )
    .filter((endpoint) => !Object.keys(MATRIX[nameOf(endpoint)]?.query?.(worldOf("visitor")) ?? {}).includes("id"))
    .map((endpoint) => ({
      endpoint,
      name: nameOf(endpoint),
      path: endpoint.path,
      query: { ...endpoint.when, ...MATRIX[nameOf(endpoint)]?.query?.(worldOf("visitor")) },
      body: null,
      kind: null,
    }));

function attemptOf(endpoint: Endpoint, role: Caller, field: string, kind: IdKind, place: Place, id: string): Attempt {
  const row = MATRIX[nameOf(endpoint)];
  const world = worldOf(role);
  const name = `${nameOf(endpoint)} ${field}`;
  const put = (base: object | undefined, here: boolean) =>
    JSON.parse(JSON.stringify({ ...base, ...(here && { ...REST[name], [field]: id }) }));
  const query = { ...endpoint.when, ...put(row?.query?.(world), place === "query") };
  const body = endpoint.method === "GET" ? null : put(row?.body?.(world), place === "body");
  return { endpoint, name, path: endpoint.path, query, body, kind };
}

function worldOf(role: Caller): World {
  const own = corpus.own[role] ?? { conversation: "A".repeat(22), message: "A".repeat(22) };
  const { friend } = corpus;
  const email = role === "visitor" ? `visitor-${randomUUID()}@example.test` : corpus.callers[role].email;
  const other = friend.id;
  const nothing = { photo: "A".repeat(22), picture: "A".repeat(22), gift: "A".repeat(22), order: "A".repeat(22) };
  const newcomer = () => ({
    email: `${randomUUID()}@example.test`,
    name: `Newcomer ${randomUUID().replaceAll(/[^a-f]/g, "")}`,
    password: PASSWORD,
    date_of_birth: "1990-05-05",
    gender: "woman",
    looking_for: ["man"],
    country: "NL",
    terms: true,
    consent: true,
  });
  const who = { other, friend: friend.id, unconfirmed: other, email, password: PASSWORD };
  return { ...own, ...nothing, ...who, uuid: randomUUID, newcomer };
}

async function refused(target: Target, report: Report, role: Caller, attempt: Attempt): Promise<void> {
  const { status, text } = await send(target, role, attempt);
  report.count("calls with another's id");
  const error = status >= 400 ? ((parsed(text) as { error?: ErrorCode }).error ?? null) : null;
  const open = OWN_ANSWER[attempt.name] !== undefined || (status < 400 && (await isGone(target, role, attempt, text)));
  if (!open && !(error && REFUSALS.includes(error)))
    report.wrong(`${attempt.name} as ${role}: ${status} ${text.slice(0, 160)}`);
  lookFor(report, role, attempt, text, isShutOut(role) || attempt.kind !== "member");
}

/** The same answer as for an id that does not exist, byte by byte. */
async function isGone(target: Target, role: Caller, attempt: Attempt, text: string): Promise<boolean> {
  if (!ALREADY_GONE.includes(attempt.name)) return false;
  const id = corpus.missing[attempt.kind!];
  const place = "id" in attempt.query ? { query: { ...attempt.query, id } } : { body: { ...attempt.body, id } };
  return (await send(target, role, { ...attempt, ...place })).text === text;
}

async function silent(target: Target, report: Report, role: Caller, attempt: Attempt): Promise<void> {
  const { status, text } = await send(target, role, attempt);
  report.count("lists read");
  if (status >= 500 || status === 429) report.wrong(`${attempt.name} as ${role}: ${status}`);
  lookFor(report, role, attempt, text, isShutOut(role));
}

/** No private text of the owner, and for excluded callers nothing of the owner. */
function lookFor(report: Report, role: Caller, { name }: Attempt, text: string, strict: boolean): void {
  report.count("answers searched");
  if (text.includes(PRIVATE)) report.wrong(`${name} as ${role}: something private in the answer ${text.slice(0, 200)}`);
  if (strict && text.includes(PUBLIC)) report.wrong(`${name} as ${role}: the owner's profile is in the answer`);
}

async function send(target: Target, role: Caller, { endpoint, path, query, body }: Attempt) {
  const client = browserOf(target, role);
  const search = new URLSearchParams(query).toString();
  const answer = await client.fetch(`${path}${search && `?${search}`}`, {
    method: endpoint.method,
    headers: { "idempotency-key": randomUUID(), ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** A different network for each call, to avoid the limits per network. */
const browserOf = (target: Target, role: Caller): Client =>
  role === "visitor" ? target.client() : as(target.client(), corpus.callers[role]);

const isShutOut = (role: Caller): boolean => (EXCLUDED as readonly Caller[]).includes(role);

type Place = "query" | "body";
type Field = [name: string, kind: IdKind, place: Place];

/** The fields of query and body that are ids, however deep they are wrapped. */
function idFields(endpoint: Endpoint): Field[] {
  return (["query", "body"] as const).flatMap((place) => {
    const schema = endpoint[place] as unknown as Schema | undefined;
    return Object.entries(schema ? shapeOf(schema) : {}).flatMap(([name, inner]): Field[] => {
      const kind = kindOf(inner);
      return kind ? [[name, kind, place]] : [];
    });
  });
}

interface Schema {
  _zod: { def: { type: string; shape?: Record<string, Schema>; innerType?: Schema; element?: Schema } };
}
const shapeOf = (schema: Schema): Record<string, Schema> =>
  schema._zod.def.shape ?? (schema._zod.def.innerType ? shapeOf(schema._zod.def.innerType) : {});

function kindOf(schema: Schema): IdKind | null {
  const known = idKinds.get(schema as never);
  if (known) return known.kind;
  const { innerType, element } = schema._zod.def;
  const inner = innerType ?? element;
  return inner ? kindOf(inner) : null;
}

function parsed(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
