/**
 * The embedded default: PGlite (PostgreSQL in WebAssembly) on disk, in a worker thread so that no query stalls the event
 * loop. One process per directory: PGlite takes no lock of its own and two writers lose data silently (data.md §1).
 */
import { Worker } from "node:worker_threads";
import { type DatabaseError, type Db, type Queries, withEffects } from "./db.ts";
import { lockDirectory } from "./directory-lock.ts";
import { type ParamsOf, type Statement, valuesOf } from "./statement.ts";

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** One process's handle on the database in `directory`, created on first use. */
export async function openEmbedded(directory: string): Promise<Db> {
  const unlock = await lockDirectory(directory);
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), { workerData: { directory } });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  await started(worker).catch(async (error) => {
    await unlock();
    throw error;
  });
  worker.on("message", ({ call, result, error }: { call: number; result: never; error?: DatabaseError }) => {
    const caller = waiting.get(call);
    waiting.delete(call);
    if (error) caller?.reject(Object.assign(new Error(error.message), error));
    else caller?.resolve(result);
  });
  const lost = (error: Error) => {
    for (const caller of waiting.values()) caller.reject(error);
    waiting.clear();
  };
  worker.on("error", lost);
  worker.on("exit", () => lost(new Error("the embedded database stopped")));

  const request = <T>(verb: string, args: unknown[], transaction?: number): Promise<T> =>
    new Promise((resolve, reject) => {
      const call = ++last;
      waiting.set(call, { resolve: resolve as (value: never) => void, reject });
      worker.postMessage({ call, verb, args, transaction });
    });
  const queries = (transaction?: number): Queries => {
    const rows = <P extends object, R>(statement: Statement<P, R>, [params]: ParamsOf<P>) =>
      request<R[]>("run", [statement.name, statement.text, valuesOf(statement, params)], transaction);
    return {
      all: (statement, ...params) => rows(statement, params),
      one: async (statement, ...params) => (await rows(statement, params))[0] ?? null,
    };
  };

  return {
    engine: "embedded",
    ...queries(),
    transaction: (work) =>
      withEffects(async (inside) => {
        const transaction = await request<number>("begin", []);
        let result: Awaited<ReturnType<typeof inside>>;
        try {
          result = await inside(queries(transaction));
        } catch (error) {
          await request("rollback", [], transaction);
          throw error;
        }
        await request("commit", [], transaction);
        return result;
      }, work),
    script: (sql) => request("script", [sql]),
    raw: async (sql, params) => ({ rows: await request<unknown[]>("query", [sql, params ?? []]) }),
    describe: (sql) => request("describe", [sql]),
    close: async () => {
      await request("close", []);
      await worker.terminate();
      await unlock();
    },
  };
}

function started(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
  });
}
