/**
 * Reads the host, scheme, address and cookies of a request, in the same way for calls, pages, polls and event streams.
 * Forwarded headers count only from a proxy that TRUST_PROXY names.
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddress from "@fastify/proxy-addr";
import { type Cookies, parseCookie } from "cookie";

export interface RequestOrigin {
  /** As in the Host header: "serenade.example", "localhost:3000". */
  host: string;
  /** The IP address of the client. */
  address: string;
  /** The client's connection is encrypted. */
  secure: boolean;
  /** "https://serenade.example": what a browser sends as Origin from our own pages. */
  origin: string;
  cookies: Cookies;
}

/** Null for a Host header that is missing, doubled or not a host name. */
export type ReadOrigin = (request: IncomingMessage) => RequestOrigin | null;

type Trust = (address: string, hop: number) => boolean;

/**
 * Compiles addresses and networks ("10.0.0.0/8", "loopback"); throws a TypeError that names a value it does not
 * understand.
 */
export const compileTrust = (proxies: readonly string[]): Trust => proxyAddress.compile([...proxies]);

/** With an https `baseUrl` every request counts as encrypted, because no other way leads to the site. */
export function originReader(options: { trustProxy: readonly string[]; baseUrl: string | null }): ReadOrigin {
  const trust = compileTrust(options.trustProxy);
  const alwaysSecure = options.baseUrl?.startsWith("https:") ?? false;
  return (request) => {
    const { headers, socket } = request;
    const direct = socket.remoteAddress ?? "";
    const behindProxy = isIP(direct) !== 0 && trust(direct, 0);
    const forwardedHost = behindProxy ? last(headers["x-forwarded-host"]) : undefined;
    const host = forwardedHost ?? headers.host ?? "";
    if (!isHost(host) || countHosts(request) !== 1) return null;
    const scheme = behindProxy ? last(headers["x-forwarded-proto"]) : undefined;
    const secure = alwaysSecure || scheme === "https" || scheme === "wss" || "encrypted" in socket;
    const address = behindProxy ? proxyAddress(request, trust) : direct;
    return {
      host,
      address: isIP(address) ? address : direct,
      secure,
      origin: `http${secure ? "s" : ""}://${host}`,
      cookies: headers.cookie ? parseCookie(headers.cookie) : {},
    };
  };
}

/** The nearest proxy appends the last value; earlier ones came with the request and cannot be trusted. */
function last(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text?.split(",").at(-1)?.trim() || undefined;
}

const NAME = /^[a-z0-9_.-]{1,253}(?::[0-9]{1,5})?$/i;
const IPV6 = /^\[[0-9a-f:.]{2,45}\](?::[0-9]{1,5})?$/i;
const isHost = (host: string): boolean => (NAME.test(host) || IPV6.test(host)) && URL.canParse(`http://${host}`);

/** Two Host headers mean that a proxy on the way may have read another one than we do. */
const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;

/**
 * Whether a write comes from our own pages. Sec-Fetch-Site decides where the browser sends it; Origin must then be ours
 * or "null", which browsers send from pages without a referrer. Older browsers have only Origin.
 */
export function isSameOrigin(headers: Record<string, unknown>, { origin: own }: { origin: string }): boolean {
  const site = headers["sec-fetch-site"];
  const origin = headers.origin;
  if (site === undefined) return origin === own;
  return site === "same-origin" && (origin === undefined || origin === "null" || origin === own);
}
