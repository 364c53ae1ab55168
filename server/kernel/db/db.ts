/** The database interface of the product: the same few methods on the embedded engine and on PostgreSQL. */
import type { ParamsOf, Statement } from "./statement.ts";

export interface Queries {
  /** All rows. */
  all<P extends object, R>(statement: Statement<P, R>, ...params: ParamsOf<P>): Promise<R[]>;
  /** The first row, or null. */
  one<P extends object, R>(statement: Statement<P, R>, ...params: ParamsOf<P>): Promise<R | null>;
}

export interface Transaction extends Queries {
  /** Runs once the transaction is safely committed; never when it rolls back. Effects on the outside belong here. */
  afterCommit(effect: () => unknown): void;
}

export interface Db extends Queries {
  engine: "embedded" | "postgres";
  /** Runs in one transaction, again on a serialization failure or deadlock; so the callback must be safe to repeat. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Several statements of plain SQL without parameters: migrations. The rows of each. */
  script(sql: string): Promise<{ rows: unknown[] }[]>;
  /** SQL that is no statement of the product: migrations, drivers, tests. */
  raw(sql: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Parses a statement without running it: its parameters, and on the embedded engine its columns too. */
  describe(sql: string): Promise<{ params: number[]; columns: [name: string, type: number][] }>;
  close(): Promise<void>;
}

export interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

/** True for a unique violation: another row with this key exists. */
export const isDuplicate = (error: unknown, constraint?: string): boolean =>
  (error as DatabaseError).code === "23505" && (!constraint || (error as DatabaseError).constraint === constraint);

const RETRIED = new Set(["40001", "40P01"]);

/** Again on serialization failure and deadlock, with growing jitter, five times at most. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 5 || !RETRIED.has((error as DatabaseError).code ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}

/** Wraps an engine's transaction with the list of effects that wait for the commit. */
export async function withEffects<T>(
  begin: (work: (queries: Queries) => Promise<T>) => Promise<T>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let effects: (() => unknown)[] = [];
  const result = await withRetries(() => {
    effects = [];
    return begin((queries) => work({ ...queries, afterCommit: (effect) => void effects.push(effect) }));
  });
  for (const effect of effects) effect();
  return result;
}

/** "2026-11-21 09:00:00.5+00", as both engines write a timestamptz, as ISO 8601 with three digits of milliseconds. */
export function isoTime(text: string): string {
  const fraction = text[19] === "." ? text.slice(20, text.indexOf("+", 20)) : "";
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}
