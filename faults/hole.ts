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
  server: Socket;
  dead: boolean;
}

export async function digHole(target: { host?: string; port: number }): Promise<Hole> {
  const ways = new Set<Way>();
  let swallowing = false;

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ host: target.host ?? "127.0.0.1", port: target.port, allowHalfOpen: true });
    const way: Way = { client, server, dead: swallowing };
    ways.add(way);
    pass(way, client, server);
    pass(way, server, client);
  });
  const pass = (way: Way, from: Socket, to: Socket) => {
    // what arrives is read all the same, so that the sender's system believes that it arrived
    from.on("data", (data) => way.dead || to.write(data));
    from.on("end", () => way.dead || to.end());
    from.on("error", () => {});
    from.on("close", () => {
      if (way.dead) return;
      to.destroy();
      ways.delete(way);
    });
  };

  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    open: () => ways.size,
    swallow: (newOnes) => {
      for (const way of ways) way.dead = true;
      swallowing = newOnes === "swallowed";
    },
    heal: () => {
      swallowing = false;
    },
    close: async () => {
      for (const { client, server } of ways) {
        client.destroy();
        server.destroy();
      }
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
