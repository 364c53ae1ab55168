/** The poll, a search and a send over HTTP, beside a bare route of the same server library, on the same two cores. */
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { freePort, startProduct } from "../faults/servers.ts";
import { type Figure, median } from "./report.ts";
import { searchMix } from "./search-mix.ts";
import type { Stage } from "./stage.ts";

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 32;

interface Load {
  path: string;
  /** The only status that counts; any success without it. */
  status?: number;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  requests?: { path: string; method?: "GET" | "POST"; headers?: Record<string, string>; body?: string }[];
}

export async function measureHttp(stage: Stage): Promise<Figure[]> {
  const bare = await startBare();
  const product = await startProduct({ ...stage.env, SERENADE_PAGES: "none" }, await freePort());
  const { cookie } = stage.conversations[0]!;
  // A process that has just started reads its columns for search: that is over when a mix of filters is answered.
  await fetch(`${product.url}/api/members.php?photo=true`, { headers: { cookie } });
  const loads: Record<string, { load: () => Load | Promise<Load>; target: number }> = {
    "poll, unchanged (304)": { load: () => pollOf(product.url, cookie), target: 0.25 },
    "search, a page with its total": { load: () => ({ path: "/", requests: searchRequests(cookie) }), target: 0.1 },
    "send, with debit and ledger row": {
      load: () => ({ path: "/", requests: sendRequests(stage, product.url) }),
      target: 0.08,
    },
  };
  const rates: Record<string, number[]> = { bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare!.push(await rate(bare.url, { path: "/" }));
    for (const [name, { load }] of Object.entries(loads)) {
      rates[name] ??= [];
      rates[name].push(await rate(product.url, await load()));
    }
  }
  bare.child.kill();
  await product.stop();
  const limit = { what: "a bare route", value: median(rates.bare!) };
  return Object.entries(loads).map(([what, { target }]) => ({
    part: `HTTP, ${stage.engine}`,
    what,
    value: median(rates[what]!),
    unit: "/s",
    limit,
    ...(stage.engine === "postgres" ? { target } : {}),
  }));
}

/** A poll with the ETag of this moment: the sends of the round before have changed the list. */
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
    ...(requests ? { requests } : {}),
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

const searchRequests = (cookie: string) =>
  searchMix(50).map((filters) => ({
    method: "GET" as const,
    path: `/api/members.php?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`,
    headers: { cookie },
  }));

/** Every send by a member taken at random, so that nobody meets the limit that everybody has. */
const sendRequests = ({ conversations }: Stage, url: string) => [
  {
    method: "POST" as const,
    path: "/api/chat.php",
    setupRequest: (request: object) => {
      const { sealed, cookie } = conversations[Math.floor(Math.random() * conversations.length)]!;
      return {
        ...request,
        headers: { cookie, origin: url, "content-type": "application/json" },
        body: JSON.stringify({
          client_id: randomUUID(),
          id: sealed,
          message: "a message of the usual length, more or less",
        }),
      };
    },
  },
];

/** A process of its own with nothing but a route that answers. */
async function startBare(): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL("./bare.ts", import.meta.url)));
  const port = await new Promise<number>((resolve) => child.once("message", (message) => resolve(message as number)));
  return { url: `http://127.0.0.1:${port}`, child };
}
