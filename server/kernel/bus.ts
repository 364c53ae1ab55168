/**
 * Messages between the processes of one installation: in process by default, Redis by REDIS_URL. Loss is allowed — whoever
 * needs certainty compares versions (data.md §7). Nothing here is ever the only copy of anything.
 */
import { EventEmitter } from "node:events";
import { Redis } from "ioredis";
import type { Log } from "./log.ts";

export interface Bus {
  publish(topic: string, message: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: a listener names the shape of its own topic
  subscribe(topic: string, listener: (message: any) => void): () => void;
  ready(): boolean;
  close(): Promise<void>;
}

/** `installation` keeps apart what shares one Redis. */
export function openBus(redisUrl: string | null, installation: string, log: Log): Bus {
  return redisUrl ? openRedisBus(redisUrl, `serenade:${installation}:`, log) : openMemoryBus();
}

function openMemoryBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    // Later, as over a network: a publisher never runs its listeners inside its own call.
    publish: (topic, message) => void setImmediate(() => emitter.emit(topic, message)),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
    ready: () => true,
    close: async () => void emitter.removeAllListeners(),
  };
}

function openRedisBus(url: string, prefix: string, log: Log): Bus {
  const options = {
    enableAutoPipelining: true,
    maxRetriesPerRequest: null,
    retryStrategy: (tries: number) => Math.min(tries * 100, 2000),
  };
  const publisher = new Redis(url, { ...options, enableOfflineQueue: false });
  const subscriber = new Redis(url, options);
  const emitter = new EventEmitter().setMaxListeners(0);
  for (const connection of [publisher, subscriber]) {
    connection.on("error", (error) => log.warn({ error: error.message }, "redis: connection lost, trying again"));
  }
  subscriber.on("message", (channel: string, message: string) => {
    emitter.emit(channel.slice(prefix.length), JSON.parse(message));
  });
  return {
    publish: (topic, message) => {
      publisher.publish(prefix + topic, JSON.stringify(message)).catch(() => {
        // This process's own listeners still hear it; the others find out by version.
        setImmediate(() => emitter.emit(topic, message));
      });
    },
    subscribe: (topic, listener) => {
      if (emitter.listenerCount(topic) === 0) void subscriber.subscribe(prefix + topic).catch(() => {});
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
    ready: () => publisher.status === "ready",
    close: async () => {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
