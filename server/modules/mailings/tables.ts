/** Rows of mailings: who receives one, and what was announced. */
import type { Locale } from "@serenade/contract/locales";
import type { MailingKind } from "@serenade/contract/notifications";

/** A member who has a kind switched on, by a channel that reaches them. */
export interface Receiver {
  id: number;
  name: string;
  country: string;
  email: string;
  locale: Locale;
  /** As their browser named it; null when it did not. */
  time_zone: string | null;
  by_mail: boolean;
  by_push: boolean;
  /** Consents to be matched and shown. */
  consenting: boolean;
  /** Had this kind so lately that the next one has to wait. */
  paused: boolean;
  last_sent_at: string | null;
}

export interface AnnouncementRow {
  id: number;
  kind: Extract<MailingKind, "promotions" | "news">;
  /** The discount code, or the page's token. */
  subject: string;
  announced_at: string;
  until: string;
  sent: number;
}
