/** What a module keeps in the memory of one opened application: made with its first use, carried by the Resources, gone with them. */
import type { Resources } from "./resources.ts";

export type AppState = Map<symbol, unknown>;

/** `open` makes it; the function that comes back finds it again. */
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
