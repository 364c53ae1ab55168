/**
 * Events of the event stream (/api/events.php). The type says which query to refresh; only message, typing and read carry
 * data. `version` is the member's: after a gap the browser compares it and refetches (§4 Periodic refresh).
 */
import type { Message } from "./chat.ts";
import type { Id } from "./ids.ts";

export const LIVE_PATH = "/api/events.php";
/** Close code of a stream whose session has ended. */
export const LIVE_LOGGED_OUT = 4403;
/** Close code of a stream that newer ones of the same member replaced: it reconnects when its tab is used again. */
export const LIVE_REPLACED = 4408;
/** The server's heartbeat interval; a browser reconnects after 2.5 intervals of silence. */
export const LIVE_HEARTBEAT_MS = 30_000;

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * Delay before a browser reconnects, in ms: random within a window that doubles with every failure, so that
 * thousands of disconnected browsers do not return at once. `random` is 0 to 1.
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

/** The only message of a browser: its last version, once after connecting. */
export interface LiveHello {
  version: number;
}
