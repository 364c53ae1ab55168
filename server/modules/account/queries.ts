/** Reads of accounts: credentials for login, and the current user. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { found } from "../../kernel/refusal.ts";
import type { CredentialRow, DraftRow, UserRow } from "./tables.ts";

const credentials = read<[number, string], CredentialRow>(
  "select member_id, password_hash from accounts where site_id = $1 and email_key = $2",
);
const bySignupKey = read<[number, string, string], { member_id: number }>(
  "select member_id from accounts where site_id = $1 and signup_key = $2 and email_key = $3",
);
const user = read<[number, number], UserRow>(
  `select m.id, m.name, a.email, a.locale, a.signup_step, m.created_at, m.confirmed_at is not null as confirmed,
          m.premium_since is not null as premium, m.country, m.main_photo_id, w.balance
     from members m
     join accounts a on a.site_id = m.site_id and a.member_id = m.id
     join wallets w on w.site_id = m.site_id and w.member_id = m.id
    where m.site_id = $1 and m.id = $2`,
);
const draft = read<[number, number], DraftRow>(
  "select draft_to, draft_text from accounts where site_id = $1 and member_id = $2",
);
const contact = read<[number, number], { email: string; locale: UserRow["locale"] }>(
  "select email, locale from accounts where site_id = $1 and member_id = $2",
);
const password = read<[number, number], { password_hash: string }>(
  "select password_hash from accounts where site_id = $1 and member_id = $2",
);

export const findCredentials = (db: Queries, site: number, emailKey: string): Promise<CredentialRow | null> =>
  db.one(credentials, site, emailKey);

/** The member that an earlier try of the same sign-up made. */
export const findBySignupKey = (db: Queries, site: number, key: string, emailKey: string) =>
  db.one(bySignupKey, site, key, emailKey);

export async function getUser(db: Queries, site: number, member: number): Promise<UserRow> {
  return found(await db.one(user, site, member));
}

/** The text kept at sign-up for the member somebody signed up to write to. */
export async function findDraft(db: Queries, site: number, member: number, to: number): Promise<string | null> {
  const row = await db.one(draft, site, member);
  return row?.draft_to === to && row.draft_text ? row.draft_text : null;
}

/** Where mails to a member go, and in which language. */
export async function getContact(db: Queries, site: number, member: number) {
  return found(await db.one(contact, site, member));
}

export async function getPassword(db: Queries, site: number, member: number) {
  return found(await db.one(password, site, member));
}
