/** The bus of a process that is alone. */
import type { Bus } from "../bus.ts";
import { batched, openListeners } from "./batch.ts";

export function openMemoryBus(): Bus {
  const listeners = openListeners();
  return {
    publish: batched((batch) => {
      for (const [topic, message] of batch) listeners.dispatch(topic, message);
    }),
    subscribe: listeners.subscribe,
    gaps: () => 0,
    close: async () => listeners.clear(),
  };
}
