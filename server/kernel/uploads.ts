/**
 * Uploads of members: streamed to a temporary file, so that no request holds one in memory. A few at a time per process
 * and per member; the rest is refused and may retry.
 */
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { PHOTO_BYTES, UPLOAD_FIELDS, UPLOADS_AT_ONCE, UPLOADS_AT_ONCE_MEMBER } from "@serenade/contract/limits";
import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";
import { extendWhileArriving, isGone } from "./request-body.ts";

const RETRY_SECONDS = 5;
const LEFT_OVER_MS = 3_600_000;

export interface Upload {
  /** Where the temporary file is. */
  path: string;
  read(): Promise<Buffer>;
}

interface Received {
  /** The part named `photo`; undefined where there is none. */
  file: Upload | undefined;
  /** The other parts, in order. */
  fields: [name: string, value: string][];
  /** Removes the temporary file. Call it when the request is answered. */
  remove(): Promise<void>;
}

export interface Uploads {
  /**
   * A place for one upload of this member, or a refusal: unavailable (Retry-After). What it returns frees the place.
   */
  reserve(member: number): () => void;
  /** Receives a multipart body; its place is reserved. Refuses with too_large and invalid. */
  receive(request: FastifyRequest): Promise<Received>;
}

/** `directory` is on the same disk as the data: the system's own may be memory. */
export async function openUploads(directory: string): Promise<Uploads> {
  await mkdir(directory, { recursive: true });
  await removeLeftOver(directory);
  const inFlight = new Map<number, number>();
  let total = 0;
  let last = 0;

  const release = (member: number) => {
    total--;
    const left = inFlight.get(member)! - 1;
    if (left > 0) inFlight.set(member, left);
    else inFlight.delete(member);
  };

  return {
    reserve: (member) => {
      const own = inFlight.get(member) ?? 0;
      if (total >= UPLOADS_AT_ONCE || own >= UPLOADS_AT_ONCE_MEMBER)
        throw new Refusal("unavailable", { seconds: RETRY_SECONDS });
      total++;
      inFlight.set(member, own + 1);
      return () => release(member);
    },
    receive: async (request) => {
      const path = join(directory, `${process.pid}-${++last}`);
      const remove = () => rm(path, { force: true });
      try {
        return { ...(await receiveParts(request, path)), remove };
      } catch (error) {
        await remove();
        request.raw.resume();
        throw error instanceof Refusal ? error : new Refusal(isTooLarge(error) ? "too_large" : "invalid");
      }
    },
  };
}

async function receiveParts(request: FastifyRequest, path: string): Promise<Omit<Received, "remove">> {
  const received: Omit<Received, "remove"> = { file: undefined, fields: [] };
  const limits = { fileSize: PHOTO_BYTES, files: 1, fields: UPLOAD_FIELDS, fieldSize: 1_000, parts: UPLOAD_FIELDS + 1 };
  if (isGone(request.raw)) throw new Refusal("invalid");
  extendWhileArriving(request.raw);
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") received.fields.push([part.fieldname, String(part.value)]);
    else if (part.fieldname === "photo") {
      await pipeline(part.file, createWriteStream(path));
      if (part.file.truncated) throw new Refusal("too_large");
      received.file = { path, read: () => readFile(path) };
    } else part.file.resume();
  }
  return received;
}

const isTooLarge = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === 413;

/** Removes files of a killed process; files of running processes are younger. */
async function removeLeftOver(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const info = await stat(path).catch(() => null);
    if (info && performance.timeOrigin - info.mtimeMs > LEFT_OVER_MS) await rm(path, { force: true });
  }
}
