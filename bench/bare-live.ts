/** The raw limit of the event stream: a bare WebSocket server that knows nobody and hands on to one at random what it hears by Redis. */
import { createServer } from "node:http";
import { Redis } from "ioredis";
import { type WebSocket, WebSocketServer } from "ws";

const http = createServer();
const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false });
const connections: WebSocket[] = [];
http.on("upgrade", (request, socket, head) =>
  server.handleUpgrade(request, socket, head, (connection) => connections.push(connection)),
);
const redis = new Redis(process.env.REDIS_URL!);
redis.on("message", (_channel, text) => connections[Math.floor(Math.random() * connections.length)]!.send(text));
await redis.subscribe("bare");
http.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () =>
  process.send!((http.address() as { port: number }).port),
);
