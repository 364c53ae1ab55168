/**
 * What travels down the event stream (/api/events.php). Names tell the browser which query to refresh; data comes only with
 * message, typing and read. `version` is the member's: after a gap the browser compares it and refetches (§4 Periodic refresh).
 */
import type { Message } from "./chat.ts";
import type { Id } from "./ids.ts";

export const LIVE_PATH = "/api/events.php";
/** The code that a stream is closed with when its session has ended. */
export const LIVE_LOGGED_OUT = 4403;
/** The code of a stream that newer ones of the same member have replaced: it comes back when its tab is used again. */
export const LIVE_REPLACED = 4408;
/** The server says something at least this often; a browser that hears nothing for two and a half of it tries anew. */
export const LIVE_BEAT_MS = 30_000;

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * How long a browser waits before it connects again, in ms: anywhere in a window that doubles with every failure, so that
 * thousands that were cut off together do not come back together. `random` is 0 to 1.
 */
export const reconnectDelay = (failures: number, random: number): number =>
  250 + random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);

export type LiveEvent =
  | { type: "message"; version: number; conversation: Id<"conversation">; message: Message }
  | { type: "typing"; conversation: Id<"conversation"> }
  | { type: "read"; version: number; conversation: Id<"conversation">; message: Id<"message"> }
  | { type: "like" | "match" | "credits" | "chats" | "photo"; version: number }
  | { type: "logout" }
  | { type: "beat" }
  | { type: "resync"; version: number };

/** The only thing a browser says: the last version it has, once after connecting. */
export interface LiveHello {
  version: number;
}
