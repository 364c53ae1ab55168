/**
 * Signed names of members: in the links that unsubscribe, and in the sender addresses to which bounces return. They
 * need no table and do not expire.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { MailingKind } from "@serenade/contract/notifications";
import { mailingOf } from "../rules.ts";

/** The member that a report or an unsubscribe is about. */
export interface Addressee {
  site: number;
  member: number;
  /** Of an unsubscribe link: the kind that it turns off; all optional mails without one. */
  kind?: MailingKind | undefined;
}

type Purpose = "bounce" | "unsubscribe";

/**
 * "1.k2j8d0-3f…": site and member with a signature over them and, for bounces, the address, so that a bounce of a
 * former address does not affect the new one. Lower case: mail servers may change the case. An unsubscribe link may
 * name a kind: "1.k2j8d0.news-3f…".
 */
export function signedName(secret: string, purpose: Purpose, { site, member, kind }: Addressee, address = ""): string {
  const name = [site.toString(36), member.toString(36), ...(kind ? [kind] : [])].join(".");
  const text = `mail:${purpose}:${name}:${address.toLowerCase()}`;
  return `${name}-${createHmac("sha256", secret).update(text).digest("hex").slice(0, 32)}`;
}

/** Who is named, before the signature is looked at; null when it is no such name. */
export function addresseeOf(name: string): Addressee | null {
  const match = /^([0-9a-z]{1,4})\.([0-9a-z]{1,11})(?:\.([a-z_]{1,20}))?-[0-9a-f]{32}$/.exec(name);
  if (!match) return null;
  const [site, member] = [Number.parseInt(match[1]!, 36), Number.parseInt(match[2]!, 36)];
  const kind = match[3] === undefined ? undefined : mailingOf(match[3]);
  return Number.isSafeInteger(member) && kind !== null ? { site, member, ...(kind && { kind }) } : null;
}

export function isSignedName(secret: string, purpose: Purpose, name: string, address = ""): boolean {
  const addressee = addresseeOf(name);
  if (!addressee) return false;
  const [right, given] = [Buffer.from(signedName(secret, purpose, addressee, address)), Buffer.from(name)];
  return right.length === given.length && timingSafeEqual(right, given); // "01.7-…" names 1.7, and is none of ours
}
