/**
 * A minimal WebSocket client (RFC 6455): ten thousand of them share two cores with the measured server, and the garbage
 * of a client library would pause all of them for 10 ms at a time.
 */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

const FINAL = 0x80;
const TEXT = 0x1;
const CLOSE = 0x8;
const PING = 0x9;
const MASKED = 0x80;
/** A mask of zeros leaves the payload unchanged. */
const PONG = Buffer.from([FINAL | 0xa, MASKED, 0, 0, 0, 0]);
const HEADERS_END = "\r\n\r\n";

/** Buffer of all reads of all sockets: each is processed before the next one begins. */
const shared = Buffer.allocUnsafe(65_536);

export interface StreamHandlers {
  opened(): void;
  received(text: string): void;
  /** Refused or closed, at most once. */
  closed(): void;
}

/** Opens `path` at `url` (http://host:port); sends `hello` and listens until either side closes it. */
export function listen(url: string, path: string, cookie: string, hello: string, on: StreamHandlers): void {
  const { hostname, port, host } = new URL(url);
  let open = false;
  /** An incomplete frame, or incomplete headers. */
  let rest: Buffer | null = null;
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: shared,
      callback: (length) => {
        const came = shared.subarray(0, length);
        const all = rest ? Buffer.concat([rest, came]) : came;
        const read = open ? readFrames(all, socket, on) : readHeaders(all);
        rest = read < all.length ? Buffer.from(all.subarray(read)) : null;
        return true;
      },
    },
  });
  socket.once("connect", () => socket.write(upgradeRequest(path, host, url, cookie)));
  socket.on("error", () => {});
  socket.once("close", on.closed);

  function readHeaders(bytes: Buffer): number {
    const end = bytes.indexOf(HEADERS_END);
    if (end < 0) return 0;
    if (!bytes.toString("latin1", 0, end).startsWith("HTTP/1.1 101 ")) {
      socket.destroy();
      return bytes.length;
    }
    open = true;
    socket.write(textFrame(hello));
    on.opened();
    const after = end + HEADERS_END.length;
    return after + readFrames(bytes.subarray(after), socket, on);
  }
}

const upgradeRequest = (path: string, host: string, origin: string, cookie: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${cookie}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
  ].join("\r\n") + HEADERS_END;

/** A short text, under a mask of zeros. */
const textFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([FINAL | TEXT, MASKED | Buffer.byteLength(text), 0, 0, 0, 0]), Buffer.from(text)]);

/** The number of bytes in complete frames. Our events are below 64 kB, from which on a length has eight bytes. */
function readFrames(bytes: Buffer, socket: Socket, on: StreamHandlers): number {
  let at = 0;
  while (at + 2 <= bytes.length) {
    const opcode = bytes[at]! & 0x0f;
    const short = bytes[at + 1]!;
    const begin = at + (short === 126 ? 4 : 2);
    if (begin > bytes.length) return at;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
    if (begin + length > bytes.length) return at;
    if (opcode === TEXT) on.received(bytes.toString("latin1", begin, begin + length));
    else if (opcode === PING) socket.write(PONG);
    else if (opcode === CLOSE) socket.destroy();
    at = begin + length;
  }
  return at;
}
