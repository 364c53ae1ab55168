/** For monitoring: /health/live, /health/ready. Names the failing check and nothing else. */
import type { FastifyInstance } from "fastify";
import type { App } from "./app.ts";
import { readinessOf } from "./kernel/readiness.ts";
import { isSearchReady } from "./modules/search/index/queries.ts";

export async function healthPlugin(server: FastifyInstance, { app }: { app: App }): Promise<void> {
  let pending: ReturnType<typeof readinessOf> | null = null;
  server.get("/health/live", async () => ({ ok: true }));
  server.get("/health/ready", async (_request, reply) => {
    // concurrent requests share one check, so a hanging database is not queried repeatedly
    pending ??= readinessOf({ ...app, isSearchReady: () => isSearchReady(app) }).finally(() => {
      pending = null;
    });
    const readiness = await pending;
    return reply.code(readiness.ok ? 200 : 503).send(readiness);
  });
}
