/** The product's server, which publishes events on command to members of its own process, as after a commit. */
import type { AddressInfo } from "node:net";
import { createServer, openApp } from "../server/app.ts";
import { readConfig } from "../server/kernel/config.ts";
import { publishEvent } from "../server/kernel/live.ts";
import type { PublishCommand } from "./live-events.ts";
import { atRate, now } from "./rate.ts";

const app = await openApp(readConfig(process.env));
const server = await createServer(app, { pages: false });
await server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 });
process.on("disconnect", () => process.exit()); // the bench has exited
process.on("message", async ({ rate, members }: PublishCommand) => {
  const one = () => members[Math.floor(Math.random() * members.length)]!;
  process.send!(await atRate(rate, () => publishEvent(app.bus, 1, one(), { type: "typing", at: `at ${now()}` })));
});
process.send!((server.server.address() as AddressInfo).port);
