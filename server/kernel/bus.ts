/**
 * Messages between the processes of one installation: in process by default, Redis by REDIS_URL. Loss is allowed — whoever
 * needs certainty compares versions (data.md §7). Nothing here is ever the only copy of anything.
 */
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { Redis } from "ioredis";
import type { Log } from "./log.ts";

const BEAT_MS = 1_000;
const LATE_MS = 3_000;

export interface Bus {
  publish(topic: string, message: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: a listener names the shape of its own topic
  subscribe(topic: string, listener: (message: any) => void): () => void;
  /** How often messages may have been missed so far; null while they may be being missed. */
  gaps(): number | null;
  close(): Promise<void>;
}

/** `installation` keeps apart what shares one Redis. */
export function openBus(redisUrl: string | null, installation: string, log: Log): Bus {
  return redisUrl ? openRedisBus(redisUrl, `serenade:${installation}:`, log) : openMemoryBus();
}

function openMemoryBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  let said: { topic: string; message: unknown }[] = [];
  const flush = () => {
    const batch = said;
    said = [];
    for (const { topic, message } of batch) emitter.emit(topic, message);
  };
  return {
    // Later, as over a network: a publisher never runs its listeners inside its own call.
    publish: (topic, message) => {
      if (said.push({ topic, message }) === 1) setImmediate(flush);
    },
    subscribe: (topic, listener) => {
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
    gaps: () => 0,
    close: async () => void emitter.removeAllListeners(),
  };
}

function openRedisBus(url: string, prefix: string, log: Log): Bus {
  const options = {
    connectionName: prefix.slice(0, -1),
    enableAutoPipelining: true,
    maxRetriesPerRequest: null,
    retryStrategy: (tries: number) => Math.min(tries * 100, 2000),
  };
  const publisher = new Redis(url, { ...options, enableOfflineQueue: false });
  const subscriber = new Redis(url, options);
  const emitter = new EventEmitter().setMaxListeners(0);
  const beats = `${prefix}beat:`;
  for (const connection of [publisher, subscriber]) {
    connection.on("error", (error) => log.warn({ error: error.message }, "redis: connection lost, trying again"));
  }
  const origin = randomUUID();
  subscriber.on("message", (channel: string, text: string) => {
    // What this process said itself its listeners have heard: it is not even read.
    if (channel.startsWith(beats) || text.startsWith(origin)) return;
    const topic = channel.slice(prefix.length);
    for (const message of JSON.parse(text.slice(origin.length)) as unknown[]) emitter.emit(topic, message);
  });
  const pulse = openPulse(publisher, subscriber, beats + origin);
  let said = new Map<string, unknown[]>();
  const flush = () => {
    const batch = said;
    said = new Map();
    for (const [topic, messages] of batch) {
      publisher.publish(prefix + topic, origin + JSON.stringify(messages)).catch(() => {});
      // This process's own listeners hear it without Redis; should it be down, the others find out by version.
      for (const message of messages) emitter.emit(topic, message);
    }
  };
  return {
    // What is said within one turn of the event loop travels together.
    publish: (topic, message) => {
      if (said.size === 0) setImmediate(flush);
      const messages = said.get(topic);
      if (messages) messages.push(message);
      else said.set(topic, [message]);
    },
    subscribe: (topic, listener) => {
      if (emitter.listenerCount(topic) === 0) void subscriber.subscribe(prefix + topic).catch(() => {});
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
    gaps: pulse.gaps,
    close: async () => {
      pulse.stop();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/**
 * Says to itself each second, through Redis, that it still hears. A connection that died without a word is noticed by the
 * silence; after a new connection the first beat that comes back shows that everything is subscribed again.
 */
function openPulse(
  publisher: Redis,
  subscriber: Redis,
  channel: string,
): { gaps: () => number | null; stop: () => void } {
  let gaps = 0;
  let heard = Number.NEGATIVE_INFINITY;
  const lose = () => {
    heard = Number.NEGATIVE_INFINITY;
  };
  void subscriber.subscribe(channel).catch(() => {});
  subscriber.on("close", lose);
  subscriber.on("message", (from: string) => {
    if (from !== channel) return;
    const now = performance.now();
    if (now - heard > LATE_MS) gaps++;
    heard = now;
  });
  const beat = () => void publisher.publish(channel, "").catch(() => {});
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return {
    gaps: () => (performance.now() - heard > LATE_MS ? null : gaps),
    stop: () => clearInterval(timer),
  };
}
