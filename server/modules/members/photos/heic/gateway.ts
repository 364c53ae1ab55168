/**
 * HEIC, the format of phones, through libheif as WebAssembly: in a worker thread per picture, so that decoding does not
 * block the event loop and a malformed file can only crash its thread.
 */
import { parentPort, Worker, workerData } from "node:worker_threads";

const MILLISECONDS = 30_000;
const HEAP_MB = 512;

/** Four bytes per pixel, rotated upright. */
export interface Decoded {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Null above `pixels`, checked before decoding. Rejects unreadable and slow files. */
export function decodeHeic(upload: Buffer, pixels: number): Promise<Decoded | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Decoded | null>();
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { heic: new Uint8Array(upload), pixels } satisfies Task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    stdout: true, // the decoder prints about files it does not like
    stderr: true,
  });
  const timer = setTimeout(() => reject(new Error("decoding took too long")), MILLISECONDS);
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.once("exit", () => reject(new Error("the decoder ended without an answer")));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}

interface Task {
  heic: Uint8Array;
  pixels: number;
}

const task = workerData as Partial<Task> | null;
if (parentPort && task?.heic && task.pixels) {
  const { default: heic } = await import("heic-decode");
  const [image] = await heic.all({ buffer: task.heic });
  if (!image) throw new Error("no picture in it");
  if (image.width * image.height > task.pixels) parentPort.postMessage(null);
  else {
    const { width, height, data } = await image.decode();
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    parentPort.postMessage({ width, height, data: bytes } satisfies Decoded, [data.buffer as ArrayBuffer]);
  }
}
