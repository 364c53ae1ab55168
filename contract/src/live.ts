/**
 * What travels down the event stream (/api/events.php). Names tell the browser which query to refresh; data comes only with
 * message, typing and read. `version` is the member's: after a gap the browser compares it and refetches (§4 Periodic refresh).
 */
import type { Message } from "./chat.ts";
import type { Id } from "./ids.ts";

export const LIVE_PATH = "/api/events.php";
/** The code that a stream is closed with when its session has ended. */
export const LIVE_LOGGED_OUT = 4403;

export type LiveEvent =
  | { type: "message"; version: number; conversation: Id<"conversation">; message: Message }
  | { type: "typing"; conversation: Id<"conversation"> }
  | { type: "read"; version: number; conversation: Id<"conversation">; message: Id<"message"> }
  | { type: "like" | "match" | "credits" | "chats" | "photo"; version: number }
  | { type: "logout" }
  | { type: "resync"; version: number };

/** The only thing a browser says: the last version it has, once after connecting. */
export interface LiveHello {
  version: number;
}
