/**
 * The event stream: one WebSocket per browser, shared by its tabs (decision 013), server to browser except for the
 * version on connect. Events are published on the bus, so they reach the process that holds the connection. No event is
 * the only copy of anything.
 */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { STREAMS_PER_MEMBER } from "@serenade/contract/limits";
import { LIVE_HEARTBEAT_MS, LIVE_LOGGED_OUT, LIVE_REPLACED } from "@serenade/contract/live";
import * as ws from "ws";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import type { Bus } from "./bus.ts";

/** Heartbeats are sent in ten batches a second, so that ten thousand connections do not block the event loop. */
const HEARTBEAT_BATCHES = LIVE_HEARTBEAT_MS / 100;
/** `ws` exports its framing and its types onClose that out. */
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } };
const frameOf = (opcode: number, data: Buffer) => Sender.frame(data, { fin: true, opcode, mask: false });
const [TEXT, PING] = [0x1, 0x9];
/**
 * The ping is for the server: a connection that has not answered the last one is closed. The text is for the browser,
 * which cannot observe pings. Serialized once, because heartbeats are most of the work of an idle process.
 */
const HEARTBEAT_FRAMES = Buffer.concat([...frameOf(PING, Buffer.alloc(0)), ...frameOf(TEXT, textOf({ type: "beat" }))]);
const SLOW_READER_BYTES = 262_144;
const TOPIC = "live";
const MEMBERS = "members";

export interface LiveMessage {
  site: number;
  member: number;
  event: { type: string; version?: number; [field: string]: unknown };
  /** Ends the connections of this session (logout); of all of the member's when null. */
  ends?: { session: number | null };
}

/** Publishes an event to every open tab of a member. Call it after the commit. */
export function publishEvent(bus: Bus, site: number, member: number, event: LiveMessage["event"]): void {
  bus.publish(TOPIC, { site, member, event } satisfies LiveMessage);
}

/** Ends the streams of one session, or of all when null. */
export function endStreams(bus: Bus, site: number, member: number, session: number | null): void {
  bus.publish(TOPIC, { site, member, event: { type: "logout" }, ends: { session } } satisfies LiveMessage);
}

/** Invalidates everything cached about a member, for changes that no open tab needs to receive. */
export function invalidateMember(bus: Bus, member: number): void {
  bus.publish(MEMBERS, { member });
}

/** Events that change only a member's version and counters; all others may change names, permissions or sessions. */
const COUNTERS = new Set(["message", "read", "chats", "like", "match"]);

/** Calls back for every change of a member, in whichever process it was made. Typing events are excluded. */
export function onInvalidate(bus: Bus, invalidate: (member: number, what: "counters" | "all") => void): void {
  bus.subscribe(MEMBERS, ({ member }: { member: number }) => invalidate(member, "all"));
  bus.subscribe(TOPIC, ({ member, event }: LiveMessage) => {
    if (event.type !== "typing") invalidate(member, COUNTERS.has(event.type) ? "counters" : "all");
  });
}

export interface Listener {
  site: number;
  member: number;
  session: number;
}

/** The state of a connection is stored on it: ten thousand connections share their handlers. */
interface Connection extends WebSocket {
  listener?: Listener;
  alive?: boolean;
  batch?: Set<Connection>;
  socket?: Duplex;
}

export interface Live {
  /** Answers upgrade requests for `path` with a stream or a refusal; the server has no other WebSocket. */
  attach(server: Server, path: string): void;
  connections(): number;
  close(): void;
}

interface LiveOptions {
  /** Who may listen: checks Origin, host and cookie. Null refuses. */
  admit(request: IncomingMessage): Promise<Listener | null>;
  /** The member's version now, to compare with the one that the browser has. */
  versionOf(listener: Listener): Promise<number>;
}

export function openLive(bus: Bus, options: LiveOptions): Live {
  const server = new WebSocketServer({ noServer: true, maxPayload: 16_384, perMessageDeflate: false });
  const byMember = new Map<number, Connection[]>();

  const unsubscribe = bus.subscribe(TOPIC, ({ site, member, event, ends }: LiveMessage) => {
    const connections = byMember.get(member);
    if (!connections) return;
    const text = textOf(event);
    for (const connection of connections) {
      if (connection.listener?.site !== site) continue;
      if (ends && ends.session !== null && ends.session !== connection.listener.session) continue;
      send(connection, text);
      if (ends) connection.close(LIVE_LOGGED_OUT, "logout");
    }
  });

  const batches = Array.from({ length: HEARTBEAT_BATCHES }, () => new Set<Connection>());
  let joined = 0;
  let tick = 0;
  // Without connections there is no timer.
  let heartbeat: NodeJS.Timeout | null = null;
  const startHeartbeat = () => {
    heartbeat = setInterval(() => {
      for (const connection of batches[tick++ % HEARTBEAT_BATCHES]!) sendHeartbeat(connection);
    }, LIVE_HEARTBEAT_MS / HEARTBEAT_BATCHES).unref();
  };
  const stopHeartbeat = () => {
    if (heartbeat) clearInterval(heartbeat);
    heartbeat = null;
  };

  function join(connection: Connection, listener: Listener, socket: Duplex): void {
    connection.listener = listener;
    connection.socket = socket;
    connection.alive = true;
    if (!heartbeat) startHeartbeat();
    connection.batch = batches[joined++ % HEARTBEAT_BATCHES]!.add(connection);
    const others = byMember.get(listener.member);
    if (others) others.push(connection);
    else byMember.set(listener.member, [connection]);
    if (others && others.length > STREAMS_PER_MEMBER) others[0]!.close(LIVE_REPLACED, "too many streams");
    connection.on("pong", pong);
    connection.once("message", hello); // the only message a browser sends
    connection.on("error", connection.terminate);
    connection.on("close", onClose);
  }

  function hello(this: Connection, data: RawData): void {
    answerHello(this, this.listener!, String(data)).catch(() => this.close(1011));
  }

  function onClose(this: Connection): void {
    this.batch!.delete(this);
    const { member } = this.listener!;
    // copy the array: another loop may be iterating over the old one
    const left = byMember.get(member)!.filter((other) => other !== this);
    if (left.length > 0) byMember.set(member, left);
    else byMember.delete(member);
    if (byMember.size === 0) stopHeartbeat();
  }

  /** The browser sends its version; if it differs from the member's, the browser missed something. */
  async function answerHello(connection: Connection, listener: Listener, text: string): Promise<void> {
    const known = versionIn(text);
    if (known === null) return connection.close(1008, "version expected");
    const version = await options.versionOf(listener);
    if (version !== known) send(connection, textOf({ type: "resync", version }));
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on("error", drop);
    const listener = await options.admit(request).catch(() => null);
    if (!listener) return void socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    socket.off("error", drop); // from here on it is the connection's
    server.handleUpgrade(request, socket, head, (connection) => join(connection, listener, socket));
  }

  return {
    attach: (http, path) => {
      http.on("upgrade", (request, socket, head) => {
        if (request.url?.split("?")[0] === path) void upgrade(request, socket, head);
        else if (http.listenerCount("upgrade") === 1) socket.destroy(); // while developing, another listens for its own
      });
    },
    connections: () => server.clients.size,
    close: () => {
      stopHeartbeat();
      unsubscribe();
      for (const connection of server.clients) connection.close(1001, "restart");
      server.close();
    },
  };
}

function drop(this: Duplex): void {
  this.destroy();
}

function pong(this: Connection): void {
  this.alive = true;
}

function sendHeartbeat(connection: Connection): void {
  if (connection.alive === false) return void connection.terminate();
  connection.alive = false;
  // no compression and no queue in `ws`, so the frame may bypass it
  if (connection.readyState === WebSocket.OPEN) connection.socket!.write(HEARTBEAT_FRAMES);
}

function textOf(event: object): Buffer {
  return Buffer.from(JSON.stringify(event));
}

const AS_TEXT = { binary: false };

function send(connection: Connection, text: Buffer): void {
  if (connection.readyState !== WebSocket.OPEN) return;
  // A slow reader is dropped: it reconnects and compares versions.
  if (connection.bufferedAmount > SLOW_READER_BYTES) connection.terminate();
  else connection.send(text, AS_TEXT);
}

function versionIn(text: string): number | null {
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === "number" ? version : null;
  } catch {
    return null;
  }
}
