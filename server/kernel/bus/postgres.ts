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
import { batched, openListeners, type Published } from "./batch.ts";
import { openHeartbeat } from "./heartbeat.ts";
import { openJoiner, splitText } from "./pieces.ts";

const MAX_RETRY_MS = 2_000;
const NOTIFY = "select pg_notify($1, piece) from unnest($2::text[]) piece";

export function openPostgresBus(url: string, channel: string, log: Log): Bus {
  const origin = randomBytes(6).toString("hex");
  const ownHeartbeats = `${channel}_${origin}`;
  const listeners = openListeners();
  const outage = openOutage(log, "event bus");
  let client: pg.Client | null = null;
  let closed = false;
  let tries = 0;
  let waiting: Published[] = [];
  let sending = false;
  /** A message could not be published; subscribers are informed of the gap as soon as possible. */
  let gapUnreported = false;

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({ ...connectionConfig(url), application_name: channel, query_timeout: CONNECT_MS });
    const joiner = openJoiner();
    const onLost = (error: Error) => {
      if (client === opened) onDisconnect(error);
    };
    opened.on("error", onLost);
    opened.on("end", () => onLost(new Error("connection closed")));
    opened.on("notification", (notification) => receive(joiner.add, notification));
    try {
      await opened.connect();
      await opened.query(`listen "${channel}"; listen "${ownHeartbeats}"`);
    } catch (error) {
      cut(opened);
      outage.lost(error as Error);
      return reconnect();
    }
    if (closed) return cut(opened);
    client = opened;
    tries = 0;
    sendHeartbeat();
    if (gapUnreported || waiting.length) void send();
  };
  const reconnect = () => {
    if (!closed) setTimeout(() => void connect(), Math.min(MAX_RETRY_MS, 100 * tries++)).unref();
  };
  const onDisconnect = (error: Error) => {
    client = null;
    heartbeat.disconnected();
    outage.lost(error);
    reconnect();
  };
  const statements = new PQueue({ concurrency: 1 }); // a connection runs one statement at a time
  const notify = (on: string, pieces: string[]) =>
    statements.add(async () => {
      if (!client) throw new Error("no connection");
      await client.query(NOTIFY, [on, pieces]);
    });
  const sendHeartbeat = () => void notify(ownHeartbeats, [""]).catch(() => {});
  const heartbeat = openHeartbeat(sendHeartbeat, () => client && cut(client));

  const receive = (join: (payload: string) => string | null, { channel: on, payload = "" }: pg.Notification) => {
    if (on === ownHeartbeats) {
      heartbeat.received();
      outage.works();
      if (gapUnreported) void send();
      return;
    }
    // own messages were dispatched locally already
    if (payload.startsWith(origin)) return;
    const text = join(payload);
    if (text === null) return;
    const batch = JSON.parse(text) as Published[] | "missed";
    if (batch === "missed") return heartbeat.missed();
    for (const [topic, message] of batch) listeners.dispatch(topic, message);
  };
  const send = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    while (client && (waiting.length || gapUnreported)) {
      const text = JSON.stringify(gapUnreported ? "missed" : waiting);
      if (gapUnreported) gapUnreported = false;
      else waiting = [];
      await notify(channel, splitText(origin, text)).catch(() => {
        gapUnreported = true;
      });
      if (gapUnreported) break; // the heartbeat reopens the connection, if it does not break by itself
    }
    sending = false;
  };

  void connect();
  return {
    publish: batched((batch) => {
      for (const [topic, message] of batch) listeners.dispatch(topic, message);
      if (client) waiting.push(...batch);
      else gapUnreported = true;
      void send();
    }),
    subscribe: listeners.subscribe,
    gaps: heartbeat.gaps,
    close: async () => {
      closed = true;
      heartbeat.stop();
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
