/** The API's document and a page to read it: /api/openapi.json, /api/docs. */
import fastifySwagger from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { Entry } from "./kernel/dispatch.ts";
import { openApi } from "./kernel/openapi.ts";

export async function docsPlugin(server: FastifyInstance, { entries }: { entries: Entry[] }): Promise<void> {
  const document = openApi(entries, { title: "Serenade", version: "1" });
  server.get("/api/openapi.json", async () => document);
  await server.register(fastifySwagger, { mode: "static", specification: { document: document as never } });
  await server.register(fastifySwaggerUi, { routePrefix: "/api/docs", staticCSP: true });
}
