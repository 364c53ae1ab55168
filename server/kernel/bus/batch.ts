/** Batches the messages of one turn of the event loop, and dispatches to local listeners without the network. */
import { EventEmitter } from "node:events";

export type Published = [topic: string, message: unknown];

interface Listeners {
  dispatch(topic: string, message: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: as of a bus
  subscribe(topic: string, listener: (message: any) => void): () => void;
  clear(): void;
}

export function openListeners(): Listeners {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    dispatch: (topic, message) => void emitter.emit(topic, message),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
    clear: () => void emitter.removeAllListeners(),
  };
}

/** Flushes after the current turn, so a publisher never runs listeners inside its own call. */
export function batched(flush: (batch: Published[]) => void): (topic: string, message: unknown) => void {
  let batch: Published[] = [];
  const flushBatch = () => {
    const full = batch;
    batch = [];
    flush(full);
  };
  return (topic, message) => {
    if (batch.push([topic, message]) === 1) setImmediate(flushBatch);
  };
}
