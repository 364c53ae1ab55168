/**
 * The push services of browser vendors. The endpoint is user input, so it is checked against a list, its resolved
 * addresses are checked inside the connection's own lookup (which prevents DNS rebinding), and redirects are not
 * followed (security D13, T42).
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
  /** How long the push service stores it for an offline browser, in seconds. */
  ttl: number;
  /** Whether the push service should wake a sleeping device for it (RFC 8030). */
  urgency: "high" | "normal";
  /** A newer message replaces a pending one of the same topic. */
  topic: string;
}

/** `status` 0: no response, or the address is not public. */
export interface PushAnswer {
  status: number;
  /** Retry-After in seconds. */
  retryAfter: number | null;
}

export interface PushGateway {
  /** Resolves for every network failure; rejects only with `PushEndpointRefused`. */
  send(message: PushMessage): Promise<PushAnswer>;
  close(): void;
}

/** The address is not a push service, so it is never called; or encryption with its keys failed. */
export class PushEndpointRefused extends Error {}

export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES = 4_096;

const resolveByDns: Resolve = (hostname, done) => dnsLookup(hostname, { all: true }, done);

/** `outside` is replaced in tests only: the resolver, and the port instead of 443. */
export function openPushGateway(
  { vapid, pushTestHost }: Pick<Config, "vapid" | "pushTestHost">,
  outside: { resolve: Resolve; port: number } = { resolve: resolveByDns, port: 443 },
): PushGateway {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, lookup: onlyPublic(outside.resolve) });

  const post = (url: URL, headers: Record<string, string>, body: Buffer): Promise<PushAnswer> =>
    new Promise((resolve, reject) => {
      const options = { method: "POST", headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
      const call =
        url.protocol === "http:" // the test host, which isPushEndpoint allows in test mode only
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
    send: async ({ endpoint, keys, payload, ttl, urgency, topic }) => {
      if (!isPushEndpoint(endpoint, pushTestHost) || !areKeys(keys)) throw new PushEndpointRefused();
      const { headers, body } = webpush.generateRequestDetails({ endpoint, keys }, payload, {
        vapidDetails: vapid,
        TTL: ttl,
        topic,
        urgency,
        contentEncoding: "aes128gcm",
      });
      return post(new URL(endpoint), headers as Record<string, string>, body as Buffer).catch(() => NO_ANSWER);
    },
    close: () => agent.destroy(),
  };
}

const NO_ANSWER: PushAnswer = { status: 0, retryAfter: null };

/** Resolves to public addresses only; a single private one refuses the name. */
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
