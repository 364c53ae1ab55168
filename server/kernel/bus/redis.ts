/** The bus with REDIS_URL: a channel per topic, one connection to publish and one to subscribe. */
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import type { Bus } from "../bus.ts";
import type { Log } from "../log.ts";
import { openOutage } from "../outages.ts";
import { REDIS_DEADLINES } from "../redis.ts";
import { batched, openListeners, type Said } from "./batch.ts";
import { openHeartbeat } from "./heartbeat.ts";

/**
 * Each PUBLISH wakes this process three times (write, reply, echo) and every other one once. The first message is sent
 * immediately, those that follow within this time are sent as one batch.
 */
const TOGETHER_MS = 5;

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
  const ownBeats = `${prefix}beat:${origin}`;
  const missed = `${prefix}missed`;
  let unsaid = false;
  let closed = false;

  const pulse = openHeartbeat(
    () => void publisher.publish(ownBeats, "").catch(() => {}),
    () => subscriber.disconnect(true),
  );
  for (const connection of [publisher, subscriber]) {
    connection.on("error", outage.lost);
    connection.on("close", () => closed || outage.lost(new Error("connection closed")));
  }
  subscriber.on("close", pulse.lose);
  void subscriber.subscribe(ownBeats, missed).catch(() => {});
  subscriber.on("message", (channel: string, text: string) => {
    if (channel === ownBeats) {
      pulse.received();
      outage.works();
      if (unsaid) sayMissed();
      return;
    }
    // own messages were dispatched locally already; do not parse them
    if (text.startsWith(origin)) return;
    if (channel === missed) return pulse.miss();
    const topic = channel.slice(prefix.length);
    for (const message of JSON.parse(text.slice(origin.length)) as unknown[]) listeners.hear(topic, message);
  });
  const sayMissed = () => {
    unsaid = false;
    publisher.publish(missed, origin).catch(() => {
      unsaid = true;
    });
  };

  let waiting: Said[] = [];
  let leaves: NodeJS.Timeout | null = null;
  let left = Number.NEGATIVE_INFINITY;
  const leave = () => {
    leaves = null;
    left = performance.now();
    for (const [topic, all] of Map.groupBy(waiting, ([topic]) => topic)) {
      const messages = all.map(([, message]) => message);
      publisher.publish(prefix + topic, origin + JSON.stringify(messages)).catch(() => {
        unsaid = true; // report the gap to the subscribers as soon as possible
      });
    }
    waiting = [];
  };

  return {
    publish: batched((said) => {
      for (const [topic, message] of said) listeners.hear(topic, message);
      waiting.push(...said);
      if (leaves) return;
      const wait = left + TOGETHER_MS - performance.now();
      if (wait <= 0) leave();
      else leaves = setTimeout(leave, wait);
    }),
    subscribe: (topic, listener) => {
      void subscriber.subscribe(prefix + topic).catch(() => {});
      return listeners.subscribe(topic, listener);
    },
    gaps: pulse.gaps,
    close: async () => {
      closed = true;
      pulse.stop();
      if (leaves) {
        clearTimeout(leaves);
        leave();
        await new Promise(setImmediate); // what is pipelined is written
      }
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
