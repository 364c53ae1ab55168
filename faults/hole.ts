/**
 * A TCP proxy between the product and a server that can drop all data without closing a connection, as after a failover,
 * a firewall timeout or a power failure.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Hole {
  port: number;
  /** Open connections through it. */
  open(): number;
  /** Drops all data from now on. New connections are dropped too, or reach the server. */
  swallow(newOnes: "swallowed" | "good"): void;
  /** New connections work again; the old ones stay dead. */
  heal(): void;
  close(): Promise<void>;
}

interface Link {
  client: Socket;
  /** Null for a connection that never reached the server. */
  server: Socket | null;
  dead: boolean;
}

/** The server's keep-alive detects a dead client after this time, as configured for our PostgreSQL connections. */
const NOTICED_MS = 15_000;

export async function digHole(target: { host?: string; port: number }): Promise<Hole> {
  const links = new Set<Link>();
  let swallowing = false;

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const { host = "127.0.0.1", port } = target;
    const server = swallowing ? null : connect({ host, port, allowHalfOpen: true });
    const link: Link = { client, server, dead: swallowing };
    links.add(link);
    pass(link, client, server);
    if (server) pass(link, server, client);
  });
  const pass = (link: Link, from: Socket, to: Socket | null) => {
    // data is read even when dropped, so that the sender's system considers it delivered
    from.on("data", (data) => link.dead || to?.write(data));
    from.on("end", () => link.dead || to?.end());
    from.on("error", () => {});
    from.on("close", () => {
      if (link.dead) return;
      to?.destroy();
      links.delete(link);
    });
  };
  const kill = (link: Link) => {
    if (link.dead) return;
    link.dead = true;
    setTimeout(() => link.server?.destroy(), NOTICED_MS).unref();
  };

  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    open: () => links.size,
    swallow: (newOnes) => {
      for (const link of links) kill(link);
      swallowing = newOnes === "swallowed";
    },
    heal: () => {
      swallowing = false;
    },
    close: async () => {
      for (const { client, server } of links) {
        client.destroy();
        server?.destroy();
      }
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
