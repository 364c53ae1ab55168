/** For whatever watches over the process: /health/live, /health/ready. Says which check fails and nothing else. */
import type { FastifyInstance } from "fastify";
import type { Db } from "./kernel/db/db.ts";
import type { Jobs } from "./kernel/jobs.ts";
import { type Readiness, readinessOf } from "./kernel/readiness.ts";

export async function healthPlugin(server: FastifyInstance, { app }: { app: { db: Db; jobs: Jobs } }): Promise<void> {
  let asking: Promise<Readiness> | null = null;
  server.get("/health/live", async () => ({ ok: true }));
  server.get("/health/ready", async (_request, reply) => {
    // those who ask while the database hangs wait for the same answer
    asking ??= readinessOf(app).finally(() => {
      asking = null;
    });
    const readiness = await asking;
    return reply.code(readiness.ok ? 200 : 503).send(readiness);
  });
}
