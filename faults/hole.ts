/**
 * A network between the product and a server that can turn bad: what is sent is swallowed and nothing is ever closed, as behind a
 * moved address, a firewall that forgot its connections, or a host that lost its power.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Hole {
  port: number;
  /** Connections through it that are open now. */
  open(): number;
  /** Swallows everything from now on. New connections are swallowed too, or lead to the server at once. */
  swallow(newOnes: "swallowed" | "good"): void;
  /** New connections are good again; those that were open stay dead for ever. */
  heal(): void;
  close(): Promise<void>;
}

interface Way {
  client: Socket;
  /** Null for one that was swallowed from its beginning: no server ever heard of it. */
  server: Socket | null;
  dead: boolean;
}

/** After so long a server notices by keep-alive that the other end is gone, as our connections to PostgreSQL ask it to. */
const NOTICED_MS = 15_000;

export async function digHole(target: { host?: string; port: number }): Promise<Hole> {
  const ways = new Set<Way>();
  let swallowing = false;

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const { host = "127.0.0.1", port } = target;
    const server = swallowing ? null : connect({ host, port, allowHalfOpen: true });
    const way: Way = { client, server, dead: swallowing };
    ways.add(way);
    pass(way, client, server);
    if (server) pass(way, server, client);
  });
  const pass = (way: Way, from: Socket, to: Socket | null) => {
    // what arrives is read all the same, so that the sender's system believes that it arrived
    from.on("data", (data) => way.dead || to?.write(data));
    from.on("end", () => way.dead || to?.end());
    from.on("error", () => {});
    from.on("close", () => {
      if (way.dead) return;
      to?.destroy();
      ways.delete(way);
    });
  };
  const kill = (way: Way) => {
    if (way.dead) return;
    way.dead = true;
    setTimeout(() => way.server?.destroy(), NOTICED_MS).unref();
  };

  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    open: () => ways.size,
    swallow: (newOnes) => {
      for (const way of ways) kill(way);
      swallowing = newOnes === "swallowed";
    },
    heal: () => {
      swallowing = false;
    },
    close: async () => {
      for (const { client, server } of ways) {
        client.destroy();
        server?.destroy();
      }
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
