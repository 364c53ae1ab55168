/** A fake push service with its browser: receives pushes, decrypts them (RFC 8291), answers as configured. */
import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import ece from "http_ece";

export interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export async function openPushService() {
  const pushed: Pushed[] = [];
  let connections = 0;
  let answer: { status: number; headers?: Record<string, string> } = { status: 201 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      pushed.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    port: (server.address() as AddressInfo).port,
    pushed,
    connections: () => connections,
    /** How it answers from now on. */
    answers: (status: number, headers?: Record<string, string>) => {
      answer = { status, ...(headers && { headers }) };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

let browsers = 0;

/** A browser that has subscribed: its keys, its address at the service, and what only it can read. */
export function openBrowser(host: string) {
  const keys = createECDH("prime256v1");
  const authSecret = randomBytes(16).toString("base64url");
  const path = `/browser/${++browsers}`;
  return {
    path,
    subscription: {
      endpoint: `http://${host}${path}`,
      keys: { p256dh: keys.generateKeys("base64url"), auth: authSecret },
    },
    read: (body: Buffer): Record<string, unknown> =>
      JSON.parse(ece.decrypt(body, { version: "aes128gcm", privateKey: keys, authSecret }).toString("utf8")),
  };
}

/** The claims of an RFC 8292 Authorization header, after verifying its signature with the site's key. */
export function readVapid(header: string, publicKey: string): { aud: string; sub: string; exp: number } {
  const { token, key } = /^vapid t=(?<token>[^,]+), k=(?<key>\S+)$/.exec(header)!.groups as Record<string, string>;
  if (key !== publicKey) throw new Error("signed by another key");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x!, y: y! }, format: "jwk" });
  const [head, claims, signature] = token!.split(".") as [string, string, string];
  const signed = Buffer.from(`${head}.${claims}`);
  const good = verify("sha256", signed, { key: jwk, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  if (!good) throw new Error("the signature is wrong");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
