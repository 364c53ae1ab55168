/** Processes that draw, so that the server goes on answering; each ends when it has had nothing to do for a while. */
import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import PQueue from "p-queue";

export interface Drawers {
  /** A webp of the width; null when the folder names no picture that can be drawn. */
  draw(folder: string, width: number, quality: number): Promise<Buffer | null>;
  close(): void;
}

export interface Order {
  folder: string;
  width: number;
  quality: number;
}

const IDLE_MS = 15_000;

export function openDrawers(count = Math.max(1, Math.min(3, availableParallelism() - 1))): Drawers {
  const queue = new PQueue({ concurrency: count });
  const free: { child: ChildProcess; leave: NodeJS.Timeout }[] = [];

  const take = (): ChildProcess => {
    const kept = free.pop();
    if (kept) clearTimeout(kept.leave);
    return kept?.child ?? fork(new URL("./worker.ts", import.meta.url), { serialization: "advanced" });
  };
  const give = (child: ChildProcess) => {
    if (!child.connected) return;
    const entry = { child, leave: setTimeout(() => end(entry), IDLE_MS).unref() };
    child.unref();
    child.channel?.unref();
    free.push(entry);
  };
  const end = (entry: (typeof free)[number]) => {
    free.splice(free.indexOf(entry), 1);
    entry.child.kill();
  };

  return {
    draw: (folder, width, quality) =>
      queue.add(async () => {
        const child = take();
        child.channel?.ref();
        const bytes = await ask(child, { folder, width, quality });
        give(child);
        return bytes;
      }),
    close: () => {
      for (const entry of [...free]) {
        clearTimeout(entry.leave);
        end(entry);
      }
    },
  };
}

function ask(child: ChildProcess, order: Order): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const answer = (bytes: unknown) => {
      child.off("exit", gone);
      resolve(bytes === null ? null : Buffer.from(bytes as Uint8Array));
    };
    const gone = () => {
      child.off("message", answer);
      reject(new Error(`the process that was drawing ${order.folder} ended`));
    };
    child.once("message", answer);
    child.once("exit", gone);
    child.send(order);
  });
}
