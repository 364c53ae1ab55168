/** Starts the product: reads the environment, opens everything, listens, and stops gracefully. */
import closeWithGrace from "close-with-grace";
import { createServer, openApp } from "./app.ts";
import { openDemo } from "./db/demo/open.ts";
import { createFirstSite } from "./db/demo/welcome.ts";
import { readConfig } from "./kernel/config.ts";
import { serveMetrics } from "./kernel/metrics.ts";
import { loadTemplates } from "./modules/mail/present.ts";

const started = performance.now();
const config = readConfig(process.env);
await loadTemplates(); // fail at startup and not when the first email is due
const app = config.mode === "demo" ? await openDemo(config) : await openApp(config);
if (config.mode === "test") await createFirstSite(app);
const server = await createServer(app, { pages: pagesOf(process.env.SERENADE_PAGES) });

// keep-alive connections are closed gracefully before the process exits (libraries.md §8)
let stopping = false;
server.addHook("onSend", async (_request, reply) => {
  if (stopping) reply.header("connection", "close");
});
server.addHook("preClose", async () => {
  stopping = true;
  app.live.close();
});

// Thousands of streams that reconnect after a restart are queued instead of refused by the system.
await server.listen({ port: config.port, host: config.host, backlog: 4_096 });
await app.jobs.start();
const metrics = config.metricsPort === null ? null : await serveMetrics(app.metrics, config.metricsPort, config.host);
const { port } = server.server.address() as { port: number };
app.log.info(
  { port, mode: config.mode, database: app.db.engine, ms: Math.round(performance.now() - started) },
  "listening",
);
if (config.mode !== "production") console.info(`\n  Serenade is at http://localhost:${port}\n`);

closeWithGrace({ delay: 10_000 }, async ({ err }) => {
  if (err) app.log.fatal({ error: err.message, stack: err.stack }, "stopping");
  await server.close();
  metrics?.close();
  await app.close();
});

/** "dev" serves the pages from source, "none" omits them: an API alone, for the drivers of faults/. */
function pagesOf(wish: string | undefined): "built" | "dev" | false {
  return wish === "dev" ? "dev" : wish !== "none" && "built";
}
