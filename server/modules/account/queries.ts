/** Reads of accounts: credentials for login, and the current user. */
import type { Queries } from "../../kernel/db/db.ts";
import { read } from "../../kernel/db/statement.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import { STOPS_OF_ACCOUNT } from "../mail/suppressions/queries.ts";
import { tokenHash } from "./sessions/queries.ts";
import type { AccountStatusRow, CredentialRow, DraftRow, LoginRow, UserRow } from "./tables.ts";

const credentials = read<{ site: number; emailKey: string }, LoginRow>(
  `select a.member_id, a.password_hash, m.confirmed_at is not null as confirmed
     from accounts a join members m on m.site_id = a.site_id and m.id = a.member_id
    where a.site_id = $site and a.email_key = $emailKey`,
);
const living = read<{ site: number; emailKey: string; now: string }, CredentialRow>(
  `select a.member_id, a.password_hash from accounts a
    where a.site_id = $site and a.email_key = $emailKey
      and not exists (select from departures d where d.site_id = a.site_id and d.member_id = a.member_id and d.due_at <= $now)`,
);
const bySignupKey = read<{ site: number; signupKeyHash: Buffer; emailKey: string; since: string }, CredentialRow>(
  `select a.member_id, a.password_hash
     from accounts a
     join members m on m.site_id = a.site_id and m.id = a.member_id
    where a.site_id = $site and a.email_key = $emailKey and a.signup_key_hash = $signupKeyHash and a.created_at > $since
      and m.confirmed_at is null and m.banned_at is null
      and not exists (select from departures d where d.site_id = a.site_id and d.member_id = a.member_id)
      and not exists (select from totp_secrets t
                       where t.site_id = a.site_id and t.member_id = a.member_id and t.confirmed_at is not null)`,
);
const user = read<{ site: number; member: number }, UserRow>(
  `select m.id, m.name, a.email, a.locale, a.signup_step, a.terms_version, m.created_at, m.confirmed_at is not null as confirmed,
          m.premium_since is not null as premium, m.country, m.main_photo_id, m.main_thumbhash,
          case when m.main_photo_id is null then
            (select p.id from photos p where p.site_id = m.site_id and p.member_id = m.id and p.status = 'pending'
              order by p.position, p.id limit 1) end as pending_photo_id,
          w.balance, ${STOPS_OF_ACCOUNT} as notifications_disabled
     from members m
     join accounts a on a.site_id = m.site_id and a.member_id = m.id
     join wallets w on w.site_id = m.site_id and w.member_id = m.id
    where m.site_id = $site and m.id = $member`,
);
const draft = read<{ site: number; member: number }, DraftRow>(
  "select draft_to, draft_text from accounts where site_id = $site and member_id = $member",
);
const contact = read<{ site: number; member: number }, { email: string; locale: UserRow["locale"] }>(
  "select email, locale from accounts where site_id = $site and member_id = $member",
);

const byMember = read<{ site: number; member: number }, CredentialRow>(
  "select member_id, password_hash from accounts where site_id = $site and member_id = $member",
);
const accountStatus = read<{ site: number; member: number }, AccountStatusRow>(
  `select m.name, a.email, a.locale, m.ban_reason, m.banned_at is not null as banned, d.due_at
     from members m
     join accounts a on a.site_id = m.site_id and a.member_id = m.id
     left join departures d on d.site_id = m.site_id and d.member_id = m.id
    where m.site_id = $site and m.id = $member`,
);
const reserved = read<{ site: number; emailKey: string; member: number; now: string }, { reserved: boolean }>(
  `select exists (select from account_tokens
                   where site_id = $site and detail_key = $emailKey and purpose = 'mail_undo' and member_id <> $member
                     and used_at is null and expires_at > $now) as reserved`,
);
const exported = read<
  { site: number; member: number },
  Record<
    | "accounts"
    | "sessions"
    | "account_tokens"
    | "known_devices"
    | "departures"
    | "retention_offers"
    | "exports"
    | "member_preferences"
    | "totp_secrets"
    | "recovery_codes"
    | "login_tickets"
    | "passkeys"
    | "passkey_challenges",
    unknown[]
  >
>(
  `select array(select to_jsonb(a) - array['site_id', 'email_key', 'password_hash', 'signup_key', 'signup_key_hash'] from accounts a
                 where site_id = $site and member_id = $member) as accounts,
          array(select to_jsonb(s) - array['site_id', 'token_hash'] from sessions s
                 where site_id = $site and member_id = $member order by id) as sessions,
          array(select to_jsonb(t) - array['site_id', 'token_hash', 'detail_key'] from account_tokens t
                 where site_id = $site and member_id = $member order by expires_at) as account_tokens,
          array(select to_jsonb(d) - array['site_id', 'token_hash'] from known_devices d
                 where site_id = $site and member_id = $member order by created_at) as known_devices,
          array(select to_jsonb(d) - 'site_id' from departures d where site_id = $site and member_id = $member) as departures,
          array(select to_jsonb(o) - 'site_id' from retention_offers o where site_id = $site and member_id = $member) as retention_offers,
          array(select to_jsonb(p) - 'site_id' from member_preferences p where site_id = $site and member_id = $member) as member_preferences,
          array(select to_jsonb(e) - array['site_id', 'base_url', 'file'] from exports e
                 where site_id = $site and member_id = $member order by id) as exports,
          array(select to_jsonb(t) - array['site_id', 'secret', 'last_step'] from totp_secrets t
                 where site_id = $site and member_id = $member) as totp_secrets,
          array(select to_jsonb(r) - array['site_id', 'code_hash'] from recovery_codes r
                 where site_id = $site and member_id = $member) as recovery_codes,
          array(select to_jsonb(l) - array['site_id', 'ticket_hash'] from login_tickets l
                 where site_id = $site and member_id = $member order by expires_at) as login_tickets,
          array(select to_jsonb(p) - array['site_id', 'credential_id', 'public_key', 'counter'] from passkeys p
                 where site_id = $site and member_id = $member order by id) as passkeys,
          array(select to_jsonb(c) - array['site_id', 'challenge_hash'] from passkey_challenges c
                 where site_id = $site and member_id = $member order by expires_at) as passkey_challenges`,
);

/** The password hash of a logged-in member. */
export async function getCredentials(db: Queries, site: number, member: number): Promise<CredentialRow> {
  return orNotFound(await db.one(byMember, { site, member }));
}

/** Name, address and whether the member may log in. */
export async function getAccountStatus(db: Queries, site: number, member: number): Promise<AccountStatusRow> {
  return orNotFound(await db.one(accountStatus, { site, member }));
}

/** True while another account can still undo its change away from this address (48 h). */
export async function isReserved(db: Queries, site: number, key: string, member: number, now: string) {
  return (await db.one(reserved, { site, emailKey: key, member, now }))!.reserved;
}

/** For the export: all but credentials. */
export const exportAccount = async (db: Queries, site: number, member: number) =>
  (await db.one(exported, { site, member }))!;

export const findCredentials = (db: Queries, site: number, emailKey: string): Promise<LoginRow | null> =>
  db.one(credentials, { site, emailKey });

/** The same, without accounts whose 14 days have passed: those behave as erased. */
export const findLiving = (db: Queries, site: number, emailKey: string, now: string): Promise<CredentialRow | null> =>
  db.one(living, { site, emailKey, now });

/**
 * The account that an earlier try of the same sign-up made after `since`: not confirmed, banned, leaving or behind a
 * second factor.
 */
export const findBySignupKey = (db: Queries, site: number, key: string, emailKey: string, since: string) =>
  db.one(bySignupKey, { site, signupKeyHash: tokenHash(key), emailKey, since });

export async function getUser(db: Queries, site: number, member: number): Promise<UserRow> {
  return orNotFound(await db.one(user, { site, member }));
}

/** The first message written before sign-up to this recipient. */
export async function findDraft(db: Queries, site: number, member: number, to: number): Promise<string | null> {
  const row = await db.one(draft, { site, member });
  return row?.draft_to === to && row.draft_text ? row.draft_text : null;
}

/** Where mails to a member go, and in which language. */
export async function getContact(db: Queries, site: number, member: number) {
  return orNotFound(await db.one(contact, { site, member }));
}
