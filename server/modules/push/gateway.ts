/**
 * The push services of the browsers' makers. The address is a member's input, so it is held against a list, what its name
 * resolves to is looked at inside the connection's own lookup (a second answer of the name server changes nothing), and
 * nothing is followed (security D13, T42).
 */
import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import { request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import type { LookupFunction } from "node:net";
import webpush from "web-push";
import type { Config } from "../../kernel/config.ts";
import { areKeys, isPublicAddress, isPushEndpoint } from "./rules.ts";

export interface PushMessage {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  payload: string;
  /** How long the push service keeps it for a browser that is away, in seconds. */
  ttl: number;
  /** A newer one of the same topic takes the place of one that still waits there. */
  topic: string;
}

/** `status` 0: nobody answered, or where the address leads to is not the internet. */
export interface PushAnswer {
  status: number;
  /** Seconds that the service wants to be left alone. */
  retryAfter: number | null;
}

export interface PushGateway {
  /** Never rejects for what is outside; throws nothing but `PushEndpointRefused`. */
  send(message: PushMessage): Promise<PushAnswer>;
  close(): void;
}

/** The address is none of a push service, so it is never called; or nothing could be encrypted to its keys. */
export class PushEndpointRefused extends Error {}

export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES = 4_096;

const resolveByDns: Resolve = (hostname, done) => dnsLookup(hostname, { all: true }, done);

/** `outside` is replaced in tests only: how names are found, and the port that stands for 443. */
export function openPushGateway(
  { vapid, pushTestHost }: Pick<Config, "vapid" | "pushTestHost">,
  outside: { resolve: Resolve; port: number } = { resolve: resolveByDns, port: 443 },
): PushGateway {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, lookup: onlyPublic(outside.resolve) });

  const post = (url: URL, headers: Record<string, string>, body: Buffer): Promise<PushAnswer> =>
    new Promise((resolve, reject) => {
      const options = { method: "POST", headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
      const call =
        url.protocol === "http:" // the host of tests, which isPushEndpoint lets pass in test mode alone
          ? plainRequest(url, options)
          : request(url, { ...options, agent, port: outside.port });
      call.on("error", reject);
      call.on("response", (response) => {
        let bytes = 0;
        response.on("data", (part: Buffer) => {
          bytes += part.length;
          if (bytes > ANSWER_BYTES) response.destroy();
        });
        response.on("error", () => {});
        response.on("close", () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: secondsIn(response.headers["retry-after"]) }),
        );
      });
      call.end(body);
    });

  return {
    send: async ({ endpoint, keys, payload, ttl, topic }) => {
      if (!isPushEndpoint(endpoint, pushTestHost) || !areKeys(keys)) throw new PushEndpointRefused();
      const { headers, body } = webpush.generateRequestDetails({ endpoint, keys }, payload, {
        vapidDetails: vapid,
        TTL: ttl,
        topic,
        urgency: "high",
        contentEncoding: "aes128gcm",
      });
      return post(new URL(endpoint), headers as Record<string, string>, body as Buffer).catch(() => NO_ANSWER);
    },
    close: () => agent.destroy(),
  };
}

const NO_ANSWER: PushAnswer = { status: 0, retryAfter: null };

/** Hands the connection no address but public ones; one bad among them spoils the name. */
function onlyPublic(resolve: Resolve): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, (error, addresses) => {
      if (error) return done(error, []);
      const inside = addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address));
      if (inside) return done(Object.assign(new Error("not a public address"), { code: "EACCES" }), []);
      if (options.all) return done(null, addresses);
      const [{ address, family }] = addresses as [LookupAddress];
      done(null, address, family);
    });
}

/** "120" or a date; a day at most. */
function secondsIn(header: string | undefined): number | null {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : Number.NaN;
  return Number.isFinite(seconds) ? Math.min(seconds, 86_400) : null;
}
