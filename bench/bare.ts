/** The raw limit: a route without any work. */
import Fastify from "fastify";

const server = Fastify();
server.get("/", async () => ({ hello: "world" }));
await server.listen({ port: 0, host: "127.0.0.1" });
process.send!((server.server.address() as { port: number }).port);
