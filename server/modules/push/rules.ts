/** Where push messages may go, when they are tried again, and what replaces what (product.md 8; security T42). */
import { createECDH, createHmac } from "node:crypto";
import { isIP } from "node:net";
import type { MailingKind } from "@serenade/contract/notifications";
import ipaddr from "ipaddr.js";

/** Allow-list of push services (after Fizzy). Any other endpoint would make this server call it (SSRF). */
const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
  "notify.windows.com",
];

/**
 * https, no port, no user, and one of the known hosts or a subdomain. `testHost` ("127.0.0.1:4000", test mode only) is
 * also allowed, over plain http.
 */
export function isPushEndpoint(endpoint: string, testHost: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, port, username, password } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (testHost !== null && protocol === "http:" && host === testHost) return true;
  if (protocol !== "https:" || port !== "") return false;
  return PUSH_HOSTS.some((known) => hostname === known || hostname.endsWith(`.${known}`));
}

/** A point on P-256 and 16 bytes, as browsers generate; other values could not be used for encryption. */
export function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  try {
    const point = Buffer.from(p256dh, "base64url");
    if (point.length !== 65 || Buffer.from(auth, "base64url").length !== 16) return false;
    const ecdh = createECDH("prime256v1");
    ecdh.generateKeys();
    ecdh.computeSecret(point); // refuses what is not on the curve
    return true;
  } catch {
    return false;
  }
}

/** Of IPv6 only this is assigned, so everything else is no public address, also ranges that have no name yet. */
const ASSIGNED = ipaddr.IPv6.parseCIDR("2000::/3");

/** An address on the internet: no loopback, private network, metadata service of a cloud, tunnel or reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(ASSIGNED);
}

/** The meaning of a push service's response (RFC 8030): status 0 is no response. */
export type Outcome = "sent" | "gone" | "later" | "refused";

export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 0 || status === 429 || status >= 500 ? "later" : "refused";
}

/** A notice of yesterday is none. */
export const GIVE_UP_SECONDS = 86_400;
const LONGEST_PAUSE = 3_600;

/** Seconds until the next try: 30, 60, 120 … an hour at most, longer with Retry-After; null when it is abandoned. */
export function pauseBefore(attempts: number, retryAfter: number | null, waitedSeconds: number): number | null {
  const pause = Math.max(Math.min(30 * 2 ** (attempts - 1), LONGEST_PAUSE), retryAfter ?? 0);
  return waitedSeconds + pause > GIVE_UP_SECONDS ? null : pause;
}

/** After this many refusals in a row a subscription is removed. */
export const FAILURES_MAX = 5;

/** What a notice is about. */
export interface About {
  sender?: number;
  conversation?: number;
  search?: number;
  mailing?: MailingKind;
  unread?: true;
}

/** A newer notice replaces an older one of the same topic, in the outbox and on the screen. */
export function topicOf({ conversation, sender, search, mailing, unread }: About): string {
  if (unread) return "unread";
  if (mailing !== undefined) return `mailing:${mailing}`;
  if (conversation !== undefined) return `conversation:${conversation}`;
  return sender === undefined ? `search:${search}` : `like:${sender}`;
}

/** The topic for push service and browser: deterministic and opaque (32 characters at most). */
export const tagOf = (secret: string, member: number, topic: string): string =>
  createHmac("sha256", secret).update(`push:${member}:${topic}`).digest("base64url").slice(0, 24);
