/**
 * Reads that many people ask at the same time, each with parameters of their own, answered by one statement: to start a statement
 * costs PostgreSQL and the driver as much as a small search does (docs/decisions/023). Nobody waits for others to come: who asks
 * first leaves at the end of the turn of the event loop, and who asks while a statement is under way leaves with the next one.
 */
import DataLoader from "dataloader";
import type { Db } from "./db.ts";
import { read, type Statement } from "./statement.ts";

/** With more, whoever came first would wait for the last. */
const MOST = 16;
/** A statement that takes longer holds nobody else up. */
const PATIENCE_MS = 10;

/** By itself it is the statement for one who asks. */
export interface Gathered<P extends unknown[], R> extends Statement<P, R> {
  /** For several: a JSON list with the parameters of each and their place in it. */
  together: Statement<[asked: string], R & { asker: number }>;
  /** The names of the parameters in that list. */
  names: readonly string[];
}

/** A read that has exactly one row, and the SQL type of each of its parameters. */
export function gathered<P extends unknown[], R>(text: string, types: readonly string[]): Gathered<P, R> {
  const names = types.map((_, at) => `p${at + 1}`);
  const columns = names.map((name, at) => `${name} ${types[at]}`).join(", ");
  const together = read<[asked: string], R & { asker: number }>(
    `select asked.asker, answer.*
       from json_to_recordset($1::json) as asked (asker int, ${columns})
      cross join lateral (${text.replaceAll(/\$(\d+)/g, "asked.p$1")}) answer`,
  );
  return { ...read<P, R>(text), together, names };
}

/** The row for these parameters. */
export function askTogether<P extends unknown[], R>(db: Db, statement: Gathered<P, R>, ...params: P): Promise<R> {
  const loaders = loadersOf.get(db) ?? new Map<unknown, DataLoader<unknown[], unknown>>();
  loadersOf.set(db, loaders);
  let loader = loaders.get(statement);
  if (!loader) {
    loader = openLoader(db, statement as unknown as Gathered<unknown[], object>);
    loaders.set(statement, loader);
  }
  return loader.load(params) as Promise<R>;
}
const loadersOf = new WeakMap<Db, Map<unknown, DataLoader<unknown[], unknown>>>();

function openLoader(db: Db, statement: Gathered<unknown[], object>): DataLoader<unknown[], unknown> {
  const waiting: (() => void)[] = [];
  let underWay = false;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else underWay = false;
  };
  const answer = async (asked: readonly unknown[][]) => {
    let over = false;
    const pass = () => {
      if (!over) leave();
      over = true;
    };
    const patience = setTimeout(pass, PATIENCE_MS);
    try {
      return await answerAll(db, statement, asked);
    } finally {
      clearTimeout(patience);
      pass();
    }
  };
  return new DataLoader(answer, {
    cache: false,
    maxBatchSize: MOST,
    batchScheduleFn: (go) => {
      if (underWay) return void waiting.push(go);
      underWay = true;
      setImmediate(go);
    },
  });
}

/** In the order in which they asked. */
async function answerAll(db: Db, statement: Gathered<unknown[], object>, asked: readonly unknown[][]) {
  const each = () => Promise.all(asked.map((params) => db.one(statement, ...params).catch((error: Error) => error)));
  if (asked.length === 1) return each();
  // if it fails as a whole, each goes alone, so that nobody's search fails for another one's fault
  const rows = await db.all(statement.together, listOf(statement, asked)).catch(() => null);
  if (!rows) return each();
  const answers: (object | null)[] = asked.map(() => null);
  for (const row of rows) answers[row.asker] = row;
  return answers;
}

/** What the statement for several is asked with. */
export function listOf({ names }: Pick<Gathered<never, unknown>, "names">, asked: readonly unknown[][]): string {
  let list = "";
  for (const [asker, params] of asked.entries()) {
    let row = `"asker":${asker}`;
    for (const [at, name] of names.entries()) row += `,"${name}":${textOf(params[at])}`;
    list += list ? `,{${row}}` : `{${row}}`;
  }
  return `[${list}]`;
}

/** Most are numbers, and a number's JSON is its text. */
const textOf = (param: unknown): string => (Number.isFinite(param) ? String(param) : (JSON.stringify(param) ?? "null"));
