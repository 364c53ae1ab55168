/**
 * The raw limit of the event stream: a bare WebSocket server that forwards events from Redis or from itself to a random
 * connection.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { type WebSocket, WebSocketServer } from "ws";
import type { PublishCommand } from "./live-events.ts";
import { atRate, now } from "./rate.ts";

const http = createServer();
const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false });
const connections: WebSocket[] = [];
http.on("upgrade", (request, socket, head) =>
  server.handleUpgrade(request, socket, head, (connection) => connections.push(connection)),
);
const forward = (text: string) => connections[Math.floor(Math.random() * connections.length)]!.send(text);
if (process.env.REDIS_URL) {
  const redis = new Redis(process.env.REDIS_URL);
  redis.on("message", (_channel, text) => forward(text));
  await redis.subscribe("bare");
}
process.on("disconnect", () => process.exit()); // the bench has exited
process.on("message", async ({ rate }: PublishCommand) => {
  process.send!(await atRate(rate, () => forward(`{"type":"typing","at":"at ${now()}"}`)));
});
http.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => process.send!((http.address() as AddressInfo).port));
