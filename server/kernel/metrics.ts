/**
 * Numbers for an operator: /metrics on METRICS_PORT, never on the public port. Labels are route templates, never
 * addresses.
 */
import { createServer, type Server } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  observe(endpoint: string, status: number, seconds: number): void;
  /** A 304 from memory: only counted, because a histogram would cost more than the response. */
  unchanged(endpoint: string): void;
  /** A run of a job; a failed one is repeated. */
  jobRan(job: string, done: boolean): void;
  /** A number that is read whenever the metrics are. */
  gauge(name: string, help: string, read: () => number): void;
  /** Hits, misses and size of a cache, under its name. */
  watchCache(name: string, read: () => CacheCounts): void;
  text(): Promise<string>;
}

interface CacheCounts {
  hits: number;
  misses: number;
  size: number;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  // the default of 10 ms wakes an idle process a hundred times a second
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const answers = new Histogram({
    name: "api_answer_seconds",
    help: "Time from request to answer by endpoint and status",
    labelNames: ["endpoint", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  });
  // Looking up a series by its labels costs more than counting in it.
  const series = new Map<string, Histogram.Internal<"endpoint" | "status">>();
  const seriesOf = (endpoint: string, status: number) => {
    const name = `${status} ${endpoint}`;
    const known = series.get(name) ?? answers.labels(endpoint, String(status));
    series.set(name, known);
    return known;
  };
  const polls = new Map<string, number>();
  new Counter({
    name: "api_unchanged_total",
    help: "Polls answered with 304 from memory by endpoint",
    labelNames: ["endpoint"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [endpoint, n] of polls) this.inc({ endpoint }, n);
    },
  });
  const runs = new Counter({
    name: "job_runs_total",
    help: "Runs of a job in this process by outcome",
    labelNames: ["job", "outcome"],
    registers: [registry],
  });
  const caches = new Map<string, () => CacheCounts>();
  new Counter({
    name: "cache_lookups_total",
    help: "Lookups in a cache of this process by outcome",
    labelNames: ["cache", "outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, read] of caches) {
        const { hits, misses } = read();
        this.inc({ cache, outcome: "hit" }, hits);
        this.inc({ cache, outcome: "miss" }, misses);
      }
    },
  });
  new Gauge({
    name: "cache_entries",
    help: "Entries in a cache of this process",
    labelNames: ["cache"],
    registers: [registry],
    collect() {
      for (const [cache, read] of caches) this.set({ cache }, read().size);
    },
  });
  return {
    gauge: (name, help, read) => {
      const collect = function (this: Gauge) {
        this.set(read());
      };
      new Gauge({ name, help, registers: [registry], collect });
    },
    watchCache: (name, read) => void caches.set(name, read),
    jobRan: (job, done) => runs.inc({ job, outcome: done ? "done" : "failed" }),
    unchanged: (endpoint) => void polls.set(endpoint, (polls.get(endpoint) ?? 0) + 1),
    observe: (endpoint, status, seconds) => seriesOf(endpoint, status).observe(seconds),
    text: () => registry.metrics(),
  };
}

/** Serves the numbers on a port of their own. */
export function serveMetrics(metrics: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(await metrics.text());
  });
  return new Promise((resolve) => server.listen(port, host, () => resolve(server)));
}
