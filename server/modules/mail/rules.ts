/** What each mail is for, how long it is worth sending, and the signed names by which an answer finds its member. */
import { createHmac, timingSafeEqual } from "node:crypto";

interface Named {
  name: string;
}
interface Linked extends Named {
  /** The address behind the button. */
  url: string;
}

/** Every mail of the product with the values that its texts need (texts/<locale>/mail.json). */
export interface MailParams {
  confirm: Linked;
  /** To an address that bounced: the link shows that it works again. */
  address_check: Linked;
  receipt: Named & { credits: string; total: string; number: string };
  /** 1 hour, once. */
  password_reset: Linked;
  /** `url` leads to where another password is chosen. */
  password_changed: Linked;
  /** To the new address. */
  mail_change_confirm: Linked;
  /** To the old address: `email` is the new one, `url` undoes it for 48 hours. */
  mail_change_notice: Linked & { email: string };
  /** `place` may be empty when it is unknown. `time` is worded in the receiver's language. */
  new_device: Linked & { device: string; place: string; time: string };
  /** `date` is worded in the receiver's language; `url` reactivates, for 14 days. */
  deletion_pending: Linked & { date: string };
  account_reactivated: Linked;
  /** Sent when nothing is left, not even the name. */
  account_erased: Record<string, never>;
  export_ready: Linked;
  second_factor_changed: Linked & {
    /** What happened; in general words without it. */
    change?: "totp_on" | "totp_off" | "passkey_added" | "passkey_removed" | "other";
  };
  /** Somebody tried to sign up with an address that has an account; `url` is the login. */
  discreet_signup: { url: string };
  /** Somebody asked for a reset for an address without an account; `url` is the site. */
  discreet_no_account: { url: string };
  /** Somebody wrote first; `from` is their name. */
  new_conversation: Linked & { from: string };
  /** `count` messages have waited for a day; `url` opens them. */
  unread_messages: Linked & { count: string };
  /** `count` new members fit a saved search, which `url` opens. */
  saved_search: Linked & { count: string };
  /** `number` is the case's. */
  report_received: Named & { number: string };
}
export type MailKind = keyof MailParams;

const HOUR = 3_600;
/** A mail that could not be handed over is given up after two days, or when its link would be too old to be of use. */
const GIVE_UP_SECONDS = 48 * HOUR;
const SHORT_LIVED: Partial<Record<MailKind, number>> = { password_reset: HOUR, mail_change_confirm: 24 * HOUR };

/** Mails that somebody may do without. Every other kind is about the account itself and goes out whatever is switched off. */
const NEWS: readonly MailKind[] = ["new_conversation", "unread_messages", "saved_search"];

/** News can be unsubscribed from, and is not sent to an address that bounced or complained. */
export const isNews = (kind: string): boolean => NEWS.includes(kind as MailKind);

/** Seconds until the next try: 1, 2, 4, 8 … minutes, six hours at most; null once the mail is given up. */
export function pauseBefore(attempts: number, kind: string, waitedSeconds: number): number | null {
  const pause = Math.min(60 * 2 ** (attempts - 1), 6 * HOUR);
  const limit = SHORT_LIVED[kind as MailKind] ?? GIVE_UP_SECONDS;
  return waitedSeconds + pause > limit ? null : pause;
}

/** What a mail server said when it did not take a mail. */
export interface Rejection {
  message: string;
  responseCode?: number | undefined;
  command?: string | undefined;
}

/** Refused for good: 5xx for this receiver or this mail. A login or a greeting that fails is our own fault and passes. */
export const isFinal = ({ responseCode, command }: Rejection): boolean =>
  responseCode !== undefined && responseCode >= 500 && (command === "RCPT TO" || command === "DATA");

/** The address does not exist. 5.7.x is a policy (a relay set up wrongly would else condemn every address at once). */
export const isBounce = (rejection: Rejection): boolean =>
  isFinal(rejection) && rejection.command === "RCPT TO" && !/\b5\.7\.\d/.test(rejection.message);

/** Whom an answer is about. */
export interface Addressee {
  site: number;
  member: number;
}

type Purpose = "bounce" | "unsubscribe";

/**
 * "1.k2j8d0-3f…": site and member with a signature over them and, for bounces, the address, so that an answer about an
 * address that the member has left says nothing about the new one. Lower case: mail servers may not keep the case.
 */
export function signedName(secret: string, purpose: Purpose, { site, member }: Addressee, address = ""): string {
  const name = `${site.toString(36)}.${member.toString(36)}`;
  const text = `mail:${purpose}:${name}:${address.toLowerCase()}`;
  return `${name}-${createHmac("sha256", secret).update(text).digest("hex").slice(0, 32)}`;
}

/** Who is named, before the signature is looked at; null when it is no such name. */
export function addresseeOf(name: string): Addressee | null {
  const match = /^([0-9a-z]{1,4})\.([0-9a-z]{1,11})-[0-9a-f]{32}$/.exec(name);
  if (!match) return null;
  const [site, member] = [Number.parseInt(match[1]!, 36), Number.parseInt(match[2]!, 36)];
  return Number.isSafeInteger(member) ? { site, member } : null;
}

export function isSignedName(secret: string, purpose: Purpose, name: string, address = ""): boolean {
  const addressee = addresseeOf(name);
  if (!addressee) return false;
  const [right, given] = [Buffer.from(signedName(secret, purpose, addressee, address)), Buffer.from(name)];
  return right.length === given.length && timingSafeEqual(right, given); // "01.7-…" names 1.7, and is none of ours
}
