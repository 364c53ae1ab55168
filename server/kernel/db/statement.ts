/**
 * A named SQL statement with the types of its parameters and rows. Its name is a hash of its text, so that two versions of
 * the product never clash behind one connection pooler. `tools/check-statements.ts` parses every one, on PostgreSQL where one answers.
 */
import { createHash } from "node:crypto";

export interface Statement<P extends unknown[] = unknown[], R = unknown> {
  readonly name: string;
  readonly text: string;
  /** Reads share pipelined connections; writes may wait for row locks and get a connection of the pool. */
  readonly kind: "read" | "write";
  readonly types?: (params: P) => R;
}

const catalogue = new Map<string, Statement>();

/** Defines a read: never locks, always answered by an index. */
export const read = <P extends unknown[], R>(text: string): Statement<P, R> => define("read", text);

/** Defines a write. */
export const write = <P extends unknown[], R = never>(text: string): Statement<P, R> => define("write", text);

/** Every statement defined so far, for the check. */
export const statements = (): Statement[] => [...catalogue.values()];

function define<P extends unknown[], R>(kind: "read" | "write", text: string): Statement<P, R> {
  const name = `s${createHash("sha1").update(text).digest("hex").slice(0, 15)}`;
  const statement = { name, text, kind };
  catalogue.set(name, statement as Statement);
  return statement;
}
