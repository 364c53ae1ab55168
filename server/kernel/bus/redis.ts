/** The bus with REDIS_URL: a channel per topic, one connection to publish and one to subscribe. */
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import type { Bus } from "../bus.ts";
import type { Log } from "../log.ts";
import { openOutage } from "../outages.ts";
import { REDIS_DEADLINES } from "../redis.ts";
import { batched, openListeners, type Published } from "./batch.ts";
import { openHeartbeat } from "./heartbeat.ts";

/**
 * Each PUBLISH wakes this process three times (write, reply, echo) and every other one once. The first message is sent
 * immediately, those that follow within this time are sent as one batch.
 */
const BATCH_MS = 5;

export function openRedisBus(url: string, prefix: string, log: Log): Bus {
  const options = {
    ...REDIS_DEADLINES,
    connectionName: prefix.slice(0, -1),
    enableAutoPipelining: true,
    maxRetriesPerRequest: null,
  };
  const publisher = new Redis(url, { ...options, enableOfflineQueue: false });
  const subscriber = new Redis(url, options);
  const listeners = openListeners();
  const outage = openOutage(log, "redis");
  const origin = randomUUID();
  const ownHeartbeats = `${prefix}beat:${origin}`;
  const missed = `${prefix}missed`;
  let gapUnreported = false;
  let closed = false;

  const heartbeat = openHeartbeat(
    () => void publisher.publish(ownHeartbeats, "").catch(() => {}),
    () => subscriber.disconnect(true),
  );
  for (const connection of [publisher, subscriber]) {
    connection.on("error", outage.lost);
    connection.on("close", () => closed || outage.lost(new Error("connection closed")));
  }
  subscriber.on("close", heartbeat.disconnected);
  void subscriber.subscribe(ownHeartbeats, missed).catch(() => {});
  subscriber.on("message", (channel: string, text: string) => {
    if (channel === ownHeartbeats) {
      heartbeat.received();
      outage.works();
      if (gapUnreported) reportGap();
      return;
    }
    // own messages were dispatched locally already; do not parse them
    if (text.startsWith(origin)) return;
    if (channel === missed) return heartbeat.missed();
    const topic = channel.slice(prefix.length);
    for (const message of JSON.parse(text.slice(origin.length)) as unknown[]) listeners.dispatch(topic, message);
  });
  const reportGap = () => {
    gapUnreported = false;
    publisher.publish(missed, origin).catch(() => {
      gapUnreported = true;
    });
  };

  let waiting: Published[] = [];
  let flushTimer: NodeJS.Timeout | null = null;
  let flushedAt = Number.NEGATIVE_INFINITY;
  const flush = () => {
    flushTimer = null;
    flushedAt = performance.now();
    for (const [topic, group] of Map.groupBy(waiting, ([topic]) => topic)) {
      const messages = group.map(([, message]) => message);
      publisher.publish(prefix + topic, origin + JSON.stringify(messages)).catch(() => {
        gapUnreported = true; // report the gap to the subscribers as soon as possible
      });
    }
    waiting = [];
  };

  return {
    publish: batched((batch) => {
      for (const [topic, message] of batch) listeners.dispatch(topic, message);
      waiting.push(...batch);
      if (flushTimer) return;
      const wait = flushedAt + BATCH_MS - performance.now();
      if (wait <= 0) flush();
      else flushTimer = setTimeout(flush, wait);
    }),
    subscribe: (topic, listener) => {
      void subscriber.subscribe(prefix + topic).catch(() => {});
      return listeners.subscribe(topic, listener);
    },
    gaps: heartbeat.gaps,
    close: async () => {
      closed = true;
      heartbeat.stop();
      if (flushTimer) {
        clearTimeout(flushTimer);
        flush();
        await new Promise(setImmediate); // what is pipelined is written
      }
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
