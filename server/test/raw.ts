/** Requests as no browser sends them: bytes on a socket. */
import { connect, type Socket } from "node:net";

export interface RawReply {
  status: number;
  headers: string;
  body: string;
}

/** Sends the text and reads until the server closes the connection. Status 0: closed without an answer. */
export function sendRaw(url: string, text: string): Promise<RawReply> {
  const socket = openRaw(url);
  socket.write(text);
  return readRaw(socket);
}

export function openRaw(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

/** The reply, once the server closes the connection or `until` returns true. */
export function readRaw(socket: Socket, until: (text: string) => boolean = () => false): Promise<RawReply> {
  return new Promise((resolve) => {
    let text = "";
    const done = () => resolve(parse(text));
    socket.on("data", (data) => {
      text += data;
      if (until(text)) done();
    });
    socket.on("error", done);
    socket.on("close", done);
  });
}

/** True once the head of the reply is there: it may come long before the body of the request has been sent. */
export const hasHead = (text: string): boolean => text.includes("\r\n\r\n");

function parse(text: string): RawReply {
  const [headers = "", ...body] = text.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? 0), headers, body: body.join("\r\n\r\n") };
}
