/** The raw limit of the event stream: a bare WebSocket server that knows nobody and says something to one at random, so many times a second. */
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

export type BareOrder = { rate: number; seconds: number };

const TICK_MS = 2;
const http = createServer();
const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
http.on("upgrade", (request, socket, head) => server.handleUpgrade(request, socket, head, () => {}));
http.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  process.send!({ port: (http.address() as { port: number }).port });
});

process.on("message", ({ rate, seconds }: BareOrder) => {
  const connections = [...server.clients];
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const passed = performance.now() - began;
    for (; sent < (Math.min(passed, seconds * 1_000) / 1_000) * rate; sent++) {
      const at = performance.timeOrigin + performance.now();
      connections[Math.floor(Math.random() * connections.length)]!.send(`{"type":"typing","at":"at ${at}"}`);
    }
    if (passed < seconds * 1_000) return;
    clearInterval(timer);
    process.send!({ sent });
  }, TICK_MS);
});
