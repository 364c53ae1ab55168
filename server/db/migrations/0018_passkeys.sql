create table passkeys (
  site_id smallint not null,
  id bigint not null,
  member_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, id)
);
create unique index passkeys_credential on passkeys (site_id, credential_id);
create index passkeys_member on passkeys (site_id, member_id);

-- A challenge is answered once, by deleting its row. `member_id` is null at login, where nobody is known yet.
create table passkey_challenges (
  site_id smallint not null,
  challenge_hash bytea not null,
  member_id bigint,
  expires_at timestamptz not null,
  primary key (site_id, challenge_hash)
);
