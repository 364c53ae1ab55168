/**
 * The bus for PostgreSQL without Redis: LISTEN and NOTIFY on a dedicated connection, one transaction at a time.
 * Messages published during a transaction are sent with the next one.
 */
import { randomBytes } from "node:crypto";
import PQueue from "p-queue";
import pg from "pg";
import type { Bus } from "../bus.ts";
import { CONNECT_MS, connectionConfig, cut } from "../db/connections.ts";
import type { Log } from "../log.ts";
import { openOutage } from "../outages.ts";
import { batched, openListeners, type Said } from "./batch.ts";
import { openHeartbeat } from "./heartbeat.ts";
import { cutPieces, openJoiner } from "./pieces.ts";

const MOST_WAIT_MS = 2_000;
const NOTIFY = "select pg_notify($1, piece) from unnest($2::text[]) piece";

export function openPostgresBus(url: string, channel: string, log: Log): Bus {
  const origin = randomBytes(6).toString("hex");
  const ownBeats = `${channel}_${origin}`;
  const listeners = openListeners();
  const outage = openOutage(log, "event bus");
  let client: pg.Client | null = null;
  let closed = false;
  let tries = 0;
  let waiting: Said[] = [];
  let sending = false;
  /** A message could not be published; subscribers are informed of the gap as soon as possible. */
  let unsaid = false;

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({ ...connectionConfig(url), application_name: channel, query_timeout: CONNECT_MS });
    const joiner = openJoiner();
    const gone = (error: Error) => {
      if (client === opened) lose(error);
    };
    opened.on("error", gone);
    opened.on("end", () => gone(new Error("connection closed")));
    opened.on("notification", (notification) => hear(joiner.take, notification));
    try {
      await opened.connect();
      await opened.query(`listen "${channel}"; listen "${ownBeats}"`);
    } catch (error) {
      cut(opened);
      outage.lost(error as Error);
      return again();
    }
    if (closed) return cut(opened);
    client = opened;
    tries = 0;
    beat();
    if (unsaid || waiting.length) void send();
  };
  const again = () => {
    if (!closed) setTimeout(() => void connect(), Math.min(MOST_WAIT_MS, 100 * tries++)).unref();
  };
  const lose = (error: Error) => {
    client = null;
    pulse.lose();
    outage.lost(error);
    again();
  };
  const statements = new PQueue({ concurrency: 1 }); // a connection runs one statement at a time
  const notify = (on: string, pieces: string[]) =>
    statements.add(async () => {
      if (!client) throw new Error("no connection");
      await client.query(NOTIFY, [on, pieces]);
    });
  const beat = () => void notify(ownBeats, [""]).catch(() => {});
  const pulse = openHeartbeat(beat, () => client && cut(client));

  const hear = (take: (payload: string) => string | null, { channel: on, payload = "" }: pg.Notification) => {
    if (on === ownBeats) {
      pulse.received();
      outage.works();
      if (unsaid) void send();
      return;
    }
    // own messages were dispatched locally already
    if (payload.startsWith(origin)) return;
    const text = take(payload);
    if (text === null) return;
    const said = JSON.parse(text) as Said[] | "missed";
    if (said === "missed") return pulse.miss();
    for (const [topic, message] of said) listeners.hear(topic, message);
  };
  const send = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    while (client && (waiting.length || unsaid)) {
      const text = JSON.stringify(unsaid ? "missed" : waiting);
      if (unsaid) unsaid = false;
      else waiting = [];
      await notify(channel, cutPieces(origin, text)).catch(() => {
        unsaid = true;
      });
      if (unsaid) break; // the pulse opens the connection again, if it does not break by itself
    }
    sending = false;
  };

  void connect();
  return {
    publish: batched((said) => {
      for (const [topic, message] of said) listeners.hear(topic, message);
      if (client) waiting.push(...said);
      else unsaid = true;
      void send();
    }),
    subscribe: listeners.subscribe,
    gaps: pulse.gaps,
    close: async () => {
      closed = true;
      pulse.stop();
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
