/** Malformed requests, slow and hostile clients: none crashes the process or delays other members. */
import { Worker } from "node:worker_threads";
import { ChatsApi } from "@serenade/contract/chat";
import { SearchApi } from "@serenade/contract/search";
import { pause } from "../faults/servers.ts";
import type { Client } from "../server/test/client.ts";
import { openRaw, sendRaw } from "../server/test/raw.ts";
import type { Check, Report, Scale } from "./check.ts";
import { as } from "./people.ts";
import type { Target } from "./target.ts";

const P99_MS = 100;
const LONGEST_MS = 250;
const MEMORY_MB = 100;

export const http: Check = {
  name: "http",
  holds: `malformed bytes get 4xx; during 60 s of hostile requests an ordinary one takes ${P99_MS} ms at p99 and ${LONGEST_MS} ms at most, and memory returns within ${MEMORY_MB} MB`,
  run: async (target, report, scale) => {
    await ordinary(target, 3_000); // warm-up: the first request of a kind compiles its code
    await malformed(target, report);
    await slow(target, report, scale);
    await standstill(target, report, scale);
  },
};

async function malformed(target: Target, report: Report): Promise<void> {
  const host = new URL(target.url).host;
  const end = "Connection: close\r\n\r\n";
  const lines = [
    "GET",
    "GET /\r\n\r\n",
    "\r\n\r\n\r\n",
    `GET / HTTP/9.9\r\nHost: ${host}\r\n${end}`,
    `G\u0000T / HTTP/1.1\r\nHost: ${host}\r\n${end}`,
    `GET /\u0000 HTTP/1.1\r\nHost: ${host}\r\n${end}`,
    `GET /%00 HTTP/1.1\r\nHost: ${host}\r\n${end}`,
    `GET /%c0%ae%c0%ae/ HTTP/1.1\r\nHost: ${host}\r\n${end}`,
    `GET /../../etc/passwd HTTP/1.1\r\nHost: ${host}\r\n${end}`,
    `GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1\r\nHost: ${host}\r\n${end}`,
    `GET /api/photo/..%2f..%2f/x.webp HTTP/1.1\r\nHost: ${host}\r\n${end}`,
    `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: ${host}\r\n${end}`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${"a".repeat(100_000)}\r\n${end}`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\n${"X: a\r\n".repeat(5_000)}${end}`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX : a\r\n${end}`,
    `GET / HTTP/1.1\nHost: ${host}\n\n`,
    `POST /login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -1\r\n${end}`,
    `POST /login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1e9\r\n${end}`,
    `POST /login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 99999999999999999999\r\n${end}`,
    `POST /login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n${end}`,
    `POST /login HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n${end}zz\r\n`,
    `POST /login HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked, identity\r\n${end}0\r\n\r\n`,
    `POST /api/user.php HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${target.url}\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${end}{}`,
    `GET /api/events.php HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `GET /api/events.php HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
  ];
  for (const text of lines) {
    const { status, body } = await Promise.race([
      sendRaw(target.url, text),
      pause(20_000).then(() => ({ status: 0, body: "" })),
    ]);
    report.count("malformed requests");
    if (status >= 500 || (status >= 200 && status < 300 && !text.startsWith("GET /\r\n") && !/%00|\.\.\//.test(text)))
      report.wrong(`${JSON.stringify(text.slice(0, 60))}: ${status}`);
    if (/root:|"name": "serenade"/.test(body))
      report.wrong(`${JSON.stringify(text.slice(0, 60))} shows a file of the machine`);
  }
  if ((await fetch(`${target.url}/health/live`)).status !== 200) report.wrong("the process no longer answers");
  const stacks = target
    .log()
    .split("\n")
    .filter((line) => line.includes('"stack"')).length;
  if (stacks) report.wrong(`${stacks} stacks in the log for mistakes of the client`);
}

/** Clients that send headers or bodies byte by byte, or do not read: disconnected, without delaying others. */
async function slow(target: Target, report: Report, scale: Scale): Promise<void> {
  const count = scale === "whole" ? 400 : 60;
  const host = new URL(target.url).host;
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = openRaw(target.url);
    socket.on("error", () => {});
    socket.write(
      n % 2
        ? `GET / HTTP/1.1\r\nHost: ${host}\r\nX: `
        : `POST /api/user.php HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${target.url}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
    );
    return socket;
  });
  const closed = sockets.map((socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())));
  const drip = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write("a");
  }, 1_000);
  const started = performance.now();
  const answers = await ordinary(target, 5_000);
  judge(report, "during slow clients", answers, scale);
  await Promise.race([Promise.all(closed), pause(25_000)]);
  clearInterval(drip);
  const open = sockets.filter((socket) => !socket.destroyed).length;
  report.figure(
    "slow clients disconnected",
    `${count - open} of ${count}, the last after ${Math.round((performance.now() - started) / 1000)} s`,
  );
  if (open) report.wrong(`${open} slow clients are still connected after 25 s`);
  for (const socket of sockets) socket.destroy();
}

async function standstill(target: Target, report: Report, scale: Scale): Promise<void> {
  const whole = scale === "whole";
  const calm = await ordinary(target, whole ? 10_000 : 2_000);
  report.figure("p99 in ms without attack", percentile(calm, 0.99));
  const before = { used: await target.memoryInUse(), resident: target.memory() };
  const { answers, sent, answered } = await beside(target, whole ? 60_000 : 6_000);
  const after = { used: await target.memoryInUse(), resident: target.memory() };
  for (const [name, n] of sent) report.figure(`hostile: ${name}`, n);
  report.figure(
    "hostile answers by status",
    [...answered]
      .sort()
      .map(([status, n]) => `${status} × ${n}`)
      .join(", "),
  );
  for (const [status] of answered) if (status === 500) report.wrong("a hostile request was answered with 500");
  judge(report, "during hostile requests", answers, scale);
  for (const kind of ["used", "resident"] as const) {
    report.figure(`MB ${kind} before, after`, `${Math.round(before[kind])}, ${Math.round(after[kind])}`);
  }
  const grown = Math.round(after.used - before.used);
  if (grown > MEMORY_MB) report.wrong(`${grown} MB more are in use than before`);
}

/** Ordinary requests during an attack at full speed. */
async function beside(target: Target, ms: number) {
  const worker = new Worker(new URL("./hostile.ts", import.meta.url), { workerData: { url: target.url } });
  const answers = await ordinary(target, ms);
  const counts = new Promise<{ sent: Map<string, number>; answered: Map<number, number> }>((resolve) =>
    worker.once("message", resolve),
  );
  worker.postMessage("stop");
  return { answers, ...(await counts) };
}

/** Milliseconds of ordinary requests in that time: polls, searches, pages, health. */
async function ordinary(target: Target, ms: number): Promise<number[]> {
  const anna = as(target.client(), target.people.anna);
  const visitor = target.client();
  const times: number[] = [];
  const until = performance.now() + ms;
  const requests: ((client: Client) => Promise<{ status: number }>)[] = [
    () => anna.call(ChatsApi.list),
    () => anna.call(SearchApi.list, { query: { gender: "man" } }),
    () => visitor.fetch("/pricing").then(async (answer) => ({ status: answer.status, body: await answer.text() })),
    () => fetch(`${target.url}/health/live`),
  ];
  for (let n = 0; performance.now() < until; n++) {
    const started = performance.now();
    const { status } = await requests[n % requests.length]!(anna);
    // the rate limit of views includes searches
    if (status !== 200 && status !== 429) throw new Error(`an ordinary request: ${status}`);
    times.push(performance.now() - started);
    await pause(20);
  }
  return times;
}

/** Times count in the whole run only: a sample runs beside other tests. */
function judge(report: Report, what: string, times: number[], scale: Scale): void {
  const [p99, longest] = [percentile(times, 0.99), Math.round(Math.max(...times))];
  report.figure(`ordinary requests ${what}: count, p99 and longest in ms`, `${times.length}, ${p99}, ${longest}`);
  if (scale === "sample") return;
  if (p99 > P99_MS) report.wrong(`${what} an ordinary request takes ${p99} ms at p99`);
  if (longest > LONGEST_MS) report.wrong(`${what} an ordinary request waited ${longest} ms`);
}

function percentile(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
