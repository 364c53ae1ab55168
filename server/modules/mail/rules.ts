/** The kinds of mail and how long each is worth sending. */
import { MAILING_KINDS, type MailingKind } from "@serenade/contract/notifications";

interface Named {
  name: string;
}
interface Linked extends Named {
  /** The address behind the button. */
  url: string;
}

/** A member in a weekly update; `id` is the encrypted one, `url` their page. */
export interface ListedMember {
  id: string;
  name: string;
  age: number;
  region: string;
  url: string;
}

/** What a profile can lack, and where it is filled in. */
export interface Lack {
  lack: "photo" | "about" | "interests" | "steps";
  url: string;
}

/** Every mail of the product with the values that its texts need (texts/<locale>/mail.json). */
export interface MailParams {
  confirm: Linked;
  /** To an address that bounced: the link shows that it works again. */
  address_check: Linked;
  /** `number` is the receipt's; `order` is the encrypted id of its order; the receipt is attached as a PDF. */
  receipt: Named & { credits: string; total: string; number: string; order: string };
  /**
   * `total` is the refunded amount; `time` is formatted in the receiver's locale. The PDF of the correction is
   * attached.
   */
  refund: Named & { total: string; time: string; credits: string; number: string; order: string };
  /** Six digits, 10 minutes. */
  debit_code: Named & { code: string };
  /** Announces a direct debit; `date` is the earliest, formatted in the receiver's locale. */
  debit_notice: Named & { total: string; date: string; account: string; reference: string };
  /** 1 hour, once. */
  password_reset: Linked;
  /** `url` leads to where another password is chosen. */
  password_changed: Linked;
  /** To the new address. */
  mail_change_confirm: Linked;
  /** To the old address: `email` is the new one, `url` undoes it for 48 hours. */
  mail_change_notice: Linked & { email: string };
  /** `place` is empty if unknown. `time` is formatted in the receiver's locale. */
  new_device: Linked & { device: string; place: string; time: string };
  /** `date` is formatted in the receiver's locale; `url` reactivates, for 14 days. */
  deletion_pending: Linked & { date: string };
  account_reactivated: Linked;
  /** Sent after erasure, when even the name is deleted. */
  account_erased: Record<string, never>;
  export_ready: Linked;
  second_factor_changed: Linked & {
    /** The change; a general text without it. */
    change?: "totp_on" | "totp_off" | "passkey_added" | "passkey_removed" | "other";
  };
  /** A sign-up with an address that has an account; `url` is the login. */
  discreet_signup: { url: string };
  /** A reset request for an address without an account; `url` is the site. */
  discreet_no_account: { url: string };
  /** A first message; `from` is the sender's name. */
  new_conversation: Linked & { from: string };
  /** `count` messages came, in conversations under way; `url` opens them. */
  new_messages: Linked & { count: string };
  /** `count` members like the receiver; `url` opens who. */
  new_likes: Linked & { count: string };
  /** `count` messages have waited for a day; `url` opens them. */
  unread_messages: Linked & { count: string };
  /** `count` new members fit a saved search, which `url` opens. */
  saved_search: Linked & { count: string };
  /** `count` new members fit the member's search, near them or in their country; some of them are listed. */
  weekly_updates: Linked & { count: string; area: "near" | "country"; people: ListedMember[] };
  /** `url` leads to the first. */
  reminders: Linked & { lacks: Lack[] };
  /** `discount`, `ends` and `minimum` are formatted in the receiver's locale; `minimum` and `methods` may be empty. */
  promotions: Linked & { discount: string; code: string; ends: string; minimum: string; methods: string };
  /** A page that staff published: its title and first paragraph. */
  news: Linked & { title: string; text: string };
  /** `number` is the case's. */
  report_received: Named & { number: string };
  /** The same for a complaint and for a question to customer service; both may come without an account. */
  complaint_received: { number: string };
  ticket_received: { number: string };
  /** 24 hours, once; `url` leads to the page that excludes the address. */
  exclusion_confirm: { url: string };
  /** `date` is the end, formatted in the receiver's locale. */
  excluded: { date: string };
}
export type MailKind = keyof MailParams;

const HOUR = 3_600;
/** An undelivered mail is abandoned after two days, or when its link would have expired. */
const GIVE_UP_SECONDS = 48 * HOUR;
const SHORT_LIVED: Partial<Record<MailKind, number>> = {
  password_reset: HOUR,
  mail_change_confirm: 24 * HOUR,
  exclusion_confirm: 24 * HOUR,
};

/** Optional mails. Every other kind is about the account itself and is sent regardless of preferences. */
const OPTIONAL: readonly MailKind[] = [
  "new_conversation",
  "new_messages",
  "new_likes",
  "unread_messages",
  "saved_search",
  ...MAILING_KINDS,
];

/** Can be unsubscribed from, and is not sent to an address that bounced or complained. */
export const isOptional = (kind: string): boolean => OPTIONAL.includes(kind as MailKind);

/** The kind whose switch an unsubscribe link of this mail turns off; null where it stops all optional mails. */
export const mailingOf = (kind: string): MailingKind | null => MAILING_KINDS.find((one) => one === kind) ?? null;

/**
 * Mails that name other members. They are deleted before an erasure of those can come, 14 days after it was asked for
 * at the earliest.
 */
export const NAMING_OTHERS: readonly MailKind[] = ["new_conversation", "weekly_updates"];

/** Seconds until the next try: 1, 2, 4, 8 … minutes, six hours at most; null once the mail is given up. */
export function pauseBefore(attempts: number, kind: string, waitedSeconds: number): number | null {
  const pause = Math.min(60 * 2 ** (attempts - 1), 6 * HOUR);
  const limit = SHORT_LIVED[kind as MailKind] ?? GIVE_UP_SECONDS;
  return waitedSeconds + pause > limit ? null : pause;
}

/** A mail server's rejection. */
export interface Rejection {
  message: string;
  responseCode?: number | undefined;
  command?: string | undefined;
}

/** A permanent failure: 5xx for this receiver or mail. A failing login or greeting is our own fault and temporary. */
export const isFinal = ({ responseCode, command }: Rejection): boolean =>
  responseCode !== undefined && responseCode >= 500 && (command === "RCPT TO" || command === "DATA");

/** The address does not exist. 5.7.x is a policy: a misconfigured relay would otherwise suppress every address. */
export const isBounce = (rejection: Rejection): boolean =>
  isFinal(rejection) && rejection.command === "RCPT TO" && !/\b5\.7\.\d/.test(rejection.message);
