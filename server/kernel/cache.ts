/**
 * Caches of database reads, in two kinds. Values that change rarely expire (`timedCache`). Values about members are
 * valid until the bus reports a change of their owner, so that a poll needs no database (`openInvalidatedCache`). Both
 * are bounded LRU caches and appear in the metrics by name.
 */
import { LRUCache } from "lru-cache";
import { appState } from "./app-state.ts";
import type { Bus } from "./bus.ts";
import type { Metrics } from "./metrics.ts";
import type { Resources } from "./resources.ts";

interface TimedCache<K, V, Context = undefined> {
  /** The cached value, or what the load finds; a load that fails is tried again by the next caller. */
  get(app: Resources, key: K, context?: Context): Promise<V>;
  /** The cached value or undefined; never loads. */
  peek(app: Resources, key: K): V | undefined;
  /** Here and in every other process. */
  clear(app: Resources): void;
}

interface Loading<V> {
  promise: Promise<V>;
  /** Once it is loaded. */
  value: V | undefined;
}

/** One cache for each opened application. Callers that come while a value is loaded wait for the same load. */
export function timedCache<K extends string | number, V, Context = undefined>(
  name: string,
  { ms, most }: { ms: number; most: number },
  load: (app: Resources, key: K, context: Context | undefined) => Promise<V>,
): TimedCache<K, V, Context> {
  const cacheOf = appState((app) => {
    const counts = openCounts();
    const entries = new LRUCache<K, Loading<V>>({ max: most, ttl: ms });
    app.metrics.watchCache(name, () => ({ ...counts, size: entries.size }));
    app.bus.subscribe(topicOf(name), () => entries.clear());
    return { entries, counts };
  });
  const find = (app: Resources, key: K) => {
    const { entries, counts } = cacheOf(app);
    const entry = entries.get(key);
    counts[entry ? "hits" : "misses"]++;
    return entry;
  };
  const begin = (app: Resources, key: K, context: Context | undefined): Promise<V> => {
    const { entries } = cacheOf(app);
    const entry: Loading<V> = { promise: load(app, key, context), value: undefined };
    entries.set(key, entry);
    entry.promise.then(
      (value) => {
        entry.value = value;
      },
      () => entries.peek(key) === entry && entries.delete(key),
    );
    return entry.promise;
  };
  return {
    get: (app, key, context) => find(app, key)?.promise ?? begin(app, key, context),
    peek: (app, key) => find(app, key)?.value,
    clear: (app) => {
      cacheOf(app).entries.clear();
      app.bus.publish(topicOf(name), {});
    },
  };
}

const topicOf = (name: string) => `cache:${name}`;

interface InvalidatedCache<T> {
  /** The cached value, or what `load` finds. Null is never cached. */
  get(key: string | number, load: () => Promise<T | null>): T | Promise<T | null>;
  /** The cached value or null; never loads. */
  peek(key: string | number): T | null;
  /** Something of this owner has changed. */
  invalidate(owner: number): void;
  clear(): void;
}

interface InvalidatedCacheOptions<T> {
  ownerOf(value: T): number;
  /** Maximum age, in case an invalidation is lost unnoticed. */
  ms: number;
  most: number;
}

interface Entry<T> {
  value: T;
  owner: number;
  /** The change counter when the load began: a later change of the owner makes the value stale. */
  since: number;
}

/** Caches nothing while the bus may have missed messages. */
export function openInvalidatedCache<T>(
  { bus, metrics }: { bus: Bus; metrics: Metrics },
  name: string,
  { ownerOf, ms, most }: InvalidatedCacheOptions<T>,
): InvalidatedCache<T> {
  let changes = 0;
  let floor = 0;
  let gaps: number | null = 0;
  const changedAt = new Map<number, number>();
  const entries = new LRUCache<string | number, Entry<T>>({ max: most, ttl: ms });
  const counts = openCounts();
  metrics.watchCache(name, () => ({ ...counts, size: entries.size }));

  const clear = () => {
    floor = ++changes;
    changedAt.clear();
    entries.clear();
  };

  const find = (key: string | number): T | null => {
    const now = bus.gaps();
    if (now !== gaps) {
      gaps = now;
      clear();
    }
    const entry = gaps === null ? undefined : entries.get(key);
    const valid = entry !== undefined && (changedAt.get(entry.owner) ?? floor) <= entry.since;
    if (entry && !valid) entries.delete(key);
    counts[valid ? "hits" : "misses"]++;
    return valid ? entry.value : null;
  };

  const load = async (key: string | number, work: () => Promise<T | null>): Promise<T | null> => {
    const since = changes;
    const value = await work();
    if (value !== null && gaps !== null) entries.set(key, { value, owner: ownerOf(value), since });
    return value;
  };

  return {
    get: (key, work) => find(key) ?? load(key, work),
    peek: find,
    invalidate: (owner) => {
      if (changedAt.size >= most) clear();
      else changedAt.set(owner, ++changes);
    },
    clear,
  };
}

const openCounts = () => ({ hits: 0, misses: 0 });
