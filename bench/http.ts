/** The poll, a search and a send over HTTP, beside a bare route of the same server library, on the same two cores. */
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import autocannon, { type Request } from "autocannon";
import { freePort, startProduct } from "../faults/servers.ts";
import { openPostgres } from "../server/kernel/db/postgres.ts";
import { sendThroughput } from "./database.ts";
import { type Figure, median } from "./report.ts";
import { searchMix } from "./search-mix.ts";
import type { Stage } from "./stage.ts";

/** A process is twice as fast after a minute as after its start. */
const WARMING = 6;
/** Many short rounds: interference from other processes affects few of them, and the median is reported. */
const ROUNDS = 9;
const SECONDS = 2;
/** The concurrency of data.md's rates. */
const CONNECTIONS = 64;
const SEND = "send, with debit and ledger row";

interface Load {
  path: string;
  /** The only expected status; without it any success. */
  status?: number;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** The requests of one client, in order. */
  requests?: () => Request[];
}

export async function measureHttp(stage: Stage): Promise<Figure[]> {
  const bare = await startBare();
  const product = await startProduct({ ...stage.env, SERENADE_PAGES: "none" }, await freePort());
  const { cookie } = stage.conversations[0]!;
  const loads: Record<string, { load: () => Load | Promise<Load>; target: number }> = {
    "poll, unchanged (304)": { load: () => pollOf(product.url, cookie), target: 0.7 },
    "search, a page with its total": {
      load: () => ({ path: "/", requests: () => searchRequests(stage) }),
      target: 0.1,
    },
    [SEND]: {
      load: () => ({ path: "/", requests: () => sendRequests(stage, product.url) }),
      target: 0.08,
    },
  };
  const db = stage.databaseUrl ? await openPostgres(stage.databaseUrl) : null;
  const rates: Record<string, number[]> = { bare: [] };
  const driver: number[] = [];
  for (let round = 0; round < WARMING + ROUNDS; round++) {
    rates.bare!.push(await rate(bare.url, { path: "/" }));
    for (const [name, { load }] of Object.entries(loads)) {
      rates[name] ??= [];
      rates[name].push(await rate(product.url, await load()));
    }
    if (db) driver.push(await sendThroughput(db, stage));
  }
  bare.child.kill();
  await product.stop();
  await db?.close();
  const limit = { what: "a bare route", value: medianOf(rates.bare!) };
  const part = `HTTP, ${stage.engine}`;
  const figures: Figure[] = Object.entries(loads).map(([what, { target }]) => ({
    part,
    what,
    value: medianOf(rates[what]!),
    unit: "/s",
    limit,
    ...(stage.engine === "postgres" ? { target } : {}),
  }));
  const send = medianOf(rates[SEND]!);
  const alone = { what: "the driver's, one statement each", value: medianOf(driver) };
  if (db) figures.push({ part, what: "send, beside the driver", value: send, unit: "/s", limit: alone, target: 0.65 });
  return figures;
}

/** Of the rounds after the warm-up. */
const medianOf = (rates: number[]): number => median(rates.slice(WARMING));

/** A poll with the current ETag: the sends of the previous round changed the list. */
async function pollOf(url: string, cookie: string): Promise<Load> {
  const path = "/api/chats.php";
  const { headers } = await fetch(url + path, { headers: { cookie } });
  return { path, headers: { cookie, "if-none-match": headers.get("etag")! }, status: 304 };
}

async function rate(url: string, { path, headers, requests, status }: Load): Promise<number> {
  const result = await autocannon({
    url: url + (requests ? "" : path),
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(headers ? { headers } : {}),
    // written before the clock starts, as for the bare route
    ...(requests ? { setupClient: (client) => client.setRequests(requests()) } : {}),
  });
  const fine = status ? (result.statusCodeStats[status]?.count ?? 0) : result["2xx"];
  if (fine < result.requests.total * 0.99) {
    const wrong = JSON.stringify(result.statusCodeStats);
    throw new Error(
      `${path}: ${result.requests.total - fine} of ${result.requests.total} answers were no success: ${wrong}`,
    );
  }
  return result.requests.average;
}

const SEARCHES = searchMix(2_000).map(
  (filters) =>
    `/api/members.php?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`,
);

/** More than a client sends in a round: a repeated message would not be sent. */
const SENDS = 1_000;

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const anyOf = <T>(values: T[]): T => values[Math.floor(Math.random() * values.length)]!;

/** Random searches of random members: otherwise 64 clients ask for the same, and one member reaches the rate limit. */
const searchRequests = ({ conversations }: Stage) =>
  many(200, () => ({
    method: "GET" as const,
    path: anyOf(SEARCHES),
    headers: { cookie: anyOf(conversations).cookie },
  }));

/** Every send by a random member, so that none reaches the rate limit. */
const sendRequests = ({ conversations }: Stage, url: string) =>
  many(SENDS, () => {
    const { publicId, cookie } = anyOf(conversations);
    return {
      method: "POST" as const,
      path: "/api/chat.php",
      headers: { cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify({
        client_id: randomUUID(),
        id: publicId,
        message: "a message of the usual length, more or less",
      }),
    };
  });

/** A separate process with only a route that answers. */
async function startBare(): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL("./bare.ts", import.meta.url)));
  const port = await new Promise<number>((resolve) => child.once("message", (message) => resolve(message as number)));
  return { url: `http://127.0.0.1:${port}`, child };
}
