/**
 * A prepared SQL statement with the types of its parameters and rows. The text names its parameters: `where site_id =
 * $site`. The statement's own name is a hash of its text, so that two versions of the product never clash behind one
 * connection pooler. `tools/check-statements.ts` parses every statement, also on PostgreSQL where a server answers.
 */
import { createHash } from "node:crypto";

/** The type of parameters of a statement without any. */
export type NoParams = Record<never, never>;

/** The arguments after a statement: its named parameters, or none. */
export type ParamsOf<P extends object> = [keyof P] extends [never] ? [] : [params: P];

export interface Statement<P extends object = object, R = unknown> {
  readonly name: string;
  /** As the database reads it, with `$1`, `$2` … in the order of `params`. */
  readonly text: string;
  readonly params: readonly string[];
  /** Reads share pipelined connections; writes may wait for row locks and get a connection of the pool. */
  readonly kind: "read" | "write";
  readonly types?: (params: P) => R;
}

const catalogue = new Map<string, Statement>();

/** Defines a read: never locks, always answered by an index. */
export const read = <P extends object, R>(text: string): Statement<P, R> => define("read", text);

/** Defines a write. */
export const write = <P extends object, R = never>(text: string): Statement<P, R> => define("write", text);

/** Every statement defined so far, for the check. */
export const statements = (): Statement[] => [...catalogue.values()];

/** The values of a statement's parameters in the order in which the database numbers them. */
export function valuesOf<P extends object>({ text, params }: Statement<P, unknown>, named: P | undefined): unknown[] {
  return params.map((param) => {
    const value = (named as Record<string, unknown> | undefined)?.[param];
    if (value === undefined) throw new Error(`no value for $${param} in: ${text}`);
    return value;
  });
}

function define<P extends object, R>(kind: "read" | "write", sql: string): Statement<P, R> {
  const { text, params } = numbered(sql);
  const name = `s${createHash("sha1").update(text).digest("hex").slice(0, 15)}`;
  const statement = { name, text, params, kind };
  catalogue.set(name, statement as Statement);
  return statement;
}

/** `$site` becomes `$1` everywhere, the next name `$2`. A numbered parameter is refused: it would clash with them. */
function numbered(sql: string): { text: string; params: string[] } {
  if (/\$\d/.test(sql)) throw new Error(`a statement names its parameters: ${sql}`);
  const params: string[] = [];
  const text = sql.replace(/\$([a-z]\w*)/gi, (_, param: string) => {
    if (!params.includes(param)) params.push(param);
    return `$${params.indexOf(param) + 1}`;
  });
  return { text, params };
}
