/** The embedded database beside PostgreSQL, one search at a time, and the delay of the event loop (data.md §9, 8). */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import type { Figure } from "./report.ts";
import { searchesOn } from "./search-mix.ts";
import { openStage } from "./stage.ts";

const MEMBERS = 10_000;
const SECONDS = 4;

export async function measureEngines(): Promise<Figure[]> {
  const postgres = await searches("postgres");
  const embedded = await searches("embedded");
  const part = "engines";
  return [
    {
      part,
      what: `embedded, search one at a time, ${MEMBERS} members`,
      value: embedded.rate,
      unit: "/s",
      limit: { what: "PostgreSQL", value: postgres.rate },
      target: 0.5,
    },
    { part, what: "embedded, event loop delay under that load: p99", value: embedded.late, unit: "ms" },
  ];
}

async function searches(engine: "postgres" | "embedded"): Promise<{ rate: number; late: number }> {
  const stage = await openStage(engine, MEMBERS);
  const app = await openApp(readConfig(stage.env));
  const searchNumber = await searchesOn(app, 100);
  const search = async () => {
    let done = 0;
    const began = performance.now();
    while (performance.now() - began < SECONDS * 1_000) {
      await searchNumber(done++);
    }
    return done / SECONDS;
  };
  await search(); // warm-up: WebAssembly is also compiled twice, the second time optimized
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const rate = await search();
  delay.disable();
  await app.close();
  await stage.close();
  return { rate, late: delay.percentile(99) / 1e6 };
}
