-- What only the member and the door know: address, password, sessions, tokens.
create table accounts (
  site_id smallint not null,
  member_id bigint not null,
  email text not null,
  email_key text not null,
  password_hash text not null,
  locale text not null,
  signup_step text,
  signup_key uuid,
  draft_to bigint,
  draft_text text,
  niche smallint,
  network text,
  ref text,
  sub1 text,
  sub2 text,
  sub3 text,
  terms_at timestamptz not null,
  consent_at timestamptz not null,
  created_at timestamptz not null,
  primary key (site_id, member_id)
);
create unique index accounts_email on accounts (site_id, email_key);
create unique index accounts_signup_key on accounts (site_id, signup_key);

create table sessions (
  site_id smallint not null,
  token_hash bytea not null,
  id bigint not null,
  member_id bigint not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null,
  primary key (site_id, token_hash)
);
create index sessions_member on sessions (site_id, member_id);

create table account_tokens (
  site_id smallint not null,
  token_hash bytea not null,
  member_id bigint not null,
  purpose text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, token_hash)
);
create index account_tokens_member on account_tokens (site_id, member_id, purpose);
