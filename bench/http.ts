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
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  requests?: { path: string; method?: "GET" | "POST"; headers?: Record<string, string>; body?: string }[];
}

export async function measureHttp(stage: Stage): Promise<Figure[]> {
  const bare = await startBare();
  const product = await startProduct({ ...stage.env, SERENADE_PAGES: "none" }, await freePort());
  const [reader] = stage.conversations;
  const first = await fetch(`${product.url}/api/chats.php`, { headers: { cookie: reader!.cookie } });
  const etag = first.headers.get("etag")!;
  const loads: Record<string, Load & { target: number }> = {
    "poll, unchanged (304)": {
      path: "/api/chats.php",
      headers: { cookie: reader!.cookie, "if-none-match": etag },
      target: 0.25,
    },
    "search, a page with its total": { path: "/", requests: searchRequests(reader!.cookie), target: 0.1 },
    "send, with debit and ledger row": { path: "/", requests: sendRequests(stage, product.url), target: 0.08 },
  };
  const rates: Record<string, number[]> = { bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare!.push(await rate(bare.url, { path: "/" }));
    for (const [name, load] of Object.entries(loads)) {
      rates[name] ??= [];
      rates[name].push(await rate(product.url, load));
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

async function rate(url: string, { path, headers, requests }: Load): Promise<number> {
  const result = await autocannon({
    url: url + (requests ? "" : path),
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(headers ? { headers } : {}),
    ...(requests ? { requests } : {}),
  });
  const fine = result["2xx"] + (result.statusCodeStats["304"]?.count ?? 0);
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
