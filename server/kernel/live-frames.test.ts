import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { PING_FRAME, textFrame } from "./live-frames.ts";

const TEXTS = [0, 1, 125, 126, 65_535, 65_536, 200_000]
  .map((length) => "x".repeat(length))
  .concat("Żółć 💌 здравствуй");

test("another library reads our frames as they were meant, whatever their length", async () => {
  const http = createServer();
  const server = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, socket, head) =>
    server.handleUpgrade(request, socket, head, () => {
      for (const text of TEXTS) socket.write(Buffer.concat([PING_FRAME, textFrame(text)]));
    }),
  );
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const heard: string[] = [];
  let pings = 0;
  client.on("ping", () => pings++);
  await new Promise<void>((resolve, reject) => {
    client.on("error", reject);
    client.on("message", (data) => {
      if (heard.push(String(data)) === TEXTS.length) resolve();
    });
  });
  client.close();
  http.close();
  expect(heard).toEqual(TEXTS);
  expect(pings).toBe(TEXTS.length);
});
