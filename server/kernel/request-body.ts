/** Bodies of requests: read only after everything that can refuse without them, within a limit, and never slowly. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "./refusal.ts";

export const SLOW_BODY_MS = 15_000;
/** How long a client that is still sending may take to read the answer. */
const LINGER_MS = 2_000;
/** An upload may take longer, as long as this much arrives in every SLOW_BODY_MS. */
const LEAST_BYTES = 262_144;

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Ends the connection when the body has not arrived in time, whether anything reads it or not. Once the answer is sent
 * the rest of a body is discarded: the client has a moment to read the answer before the connection ends.
 */
export function endSlowBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => {
    if (!response.headersSent) request.socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    request.socket.destroy();
  }, SLOW_BODY_MS);
  deadlines.set(request, timer);
  const clear = () => clearTimeout(timer);
  request.once("end", clear);
  request.once("close", clear);
  response.once("finish", () => {
    clear();
    if (request.complete) return;
    setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** The client disconnected before the body was read: no more data arrives, and no event is emitted again. */
export const isGone = (request: IncomingMessage): boolean => request.destroyed && !request.readableEnded;

/** Extends the deadline of an upload that makes progress. */
export function extendWhileArriving(request: IncomingMessage): void {
  let arrived = 0;
  request.on("data", (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived < LEAST_BYTES) return;
    arrived = 0;
    deadlines.get(request)?.refresh();
  });
}

/** The whole body, at most `limit` bytes; refuses with too_large, and invalid when the client gives up on the way. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.reject(new Refusal("too_large"));
  if (isGone(request)) return Promise.reject(new Refusal("invalid"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (error: Refusal | null) => {
      request.off("data", onData);
      // discard the rest; endSlowBody limits how long it may take
      if (error) request.resume();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) end(new Refusal("too_large"));
      else chunks.push(chunk);
    };
    request.on("data", onData);
    request.once("end", () => end(null));
    request.once("close", () => request.readableEnded || end(new Refusal("invalid")));
    request.once("error", () => end(new Refusal("invalid")));
  });
}
