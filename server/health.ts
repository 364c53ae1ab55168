/** For whatever watches over the process: /health/live, /health/ready. Says which check fails and nothing else. */
import type { FastifyInstance } from "fastify";
import type { App } from "./app.ts";
import { type Readiness, readinessOf } from "./kernel/readiness.ts";
import { isSearchReady } from "./modules/search/index/queries.ts";

export async function healthPlugin(server: FastifyInstance, { app }: { app: App }): Promise<void> {
  let asking: Promise<Readiness> | null = null;
  server.get("/health/live", async () => ({ ok: true }));
  server.get("/health/ready", async (_request, reply) => {
    // those who ask while the database hangs wait for the same answer
    asking ??= readinessOf({ ...app, isSearchReady: () => isSearchReady(app) }).finally(() => {
      asking = null;
    });
    const readiness = await asking;
    return reply.code(readiness.ok ? 200 : 503).send(readiness);
  });
}
