/** Rows of accounts, and the joined row that the current user is made of. */
import type { SignupStep } from "@serenade/contract/account";
import type { Locale } from "@serenade/contract/locales";
import type { MailStop } from "@serenade/contract/notifications";

export interface CredentialRow {
  member_id: number;
  password_hash: string;
}

/** An account found by its address. */
export interface LoginRow extends CredentialRow {
  /** The address is the member's: a link that went to it was followed. */
  confirmed: boolean;
}

export interface SessionRow {
  id: number;
  member_id: number;
  seen_at: string;
  locale: Locale;
  confirmed: boolean;
  premium: boolean;
}

/** A session for its owner's settings. */
export interface OpenSessionRow {
  id: number;
  created_at: string;
  seen_at: string;
  user_agent: string;
  country: string | null;
}

/** Who logs in, and whether they may. */
export interface AccountStatusRow {
  name: string;
  email: string;
  locale: Locale;
  ban_reason: string | null;
  banned: boolean;
  /** When a pending deletion is carried out; null when none is pending. */
  due_at: string | null;
}

export interface DeletionRow {
  site_id: number;
  member_id: number;
  email: string;
  locale: Locale;
}

export interface ExportRow {
  site_id: number;
  id: number;
  member_id: number;
  base_url: string;
}

export interface UserRow {
  id: number;
  name: string;
  email: string;
  locale: Locale;
  signup_step: SignupStep | null;
  /** The date of the terms that the member agreed to. */
  terms_version: string;
  created_at: string;
  confirmed: boolean;
  premium: boolean;
  country: string;
  main_photo_id: number | null;
  main_thumbhash: string | null;
  /** What will be the main photo once it is prepared; only while there is none. */
  pending_photo_id: number | null;
  balance: number;
  notifications_disabled: MailStop[];
}

export interface DraftRow {
  draft_to: number | null;
  draft_text: string | null;
}
