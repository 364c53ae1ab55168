/** Rows of accounts, and the joined row that the current user is made of. */
import type { SignupStep } from "@serenade/contract/account";
import type { Locale } from "@serenade/contract/locales";
import type { MailStop } from "@serenade/contract/notifications";

export interface CredentialRow {
  member_id: number;
  password_hash: string;
}

export interface SessionRow {
  id: number;
  member_id: number;
  seen_at: string;
  locale: Locale;
  confirmed: boolean;
  premium: boolean;
}

export interface UserRow {
  id: number;
  name: string;
  email: string;
  locale: Locale;
  signup_step: SignupStep | null;
  created_at: string;
  confirmed: boolean;
  premium: boolean;
  country: string;
  main_photo_id: number | null;
  balance: number;
  notifications_disabled: MailStop[];
}

export interface DraftRow {
  draft_to: number | null;
  draft_text: string | null;
}
