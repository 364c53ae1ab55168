/**
 * In-memory state of a module per opened application: created on first use, stored in Resources, released with them.
 */
import type { Resources } from "./resources.ts";

/** Returns a getter that calls `open` on first use and caches the result per application. */
export function appState<T>(open: (app: Resources) => T): (app: Resources) => T {
  const key = Symbol();
  return (app) => {
    let found = app.state.get(key) as T | undefined;
    if (found === undefined) {
      found = open(app);
      app.state.set(key, found);
    }
    return found;
  };
}
