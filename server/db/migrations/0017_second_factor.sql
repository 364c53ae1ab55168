-- Codes of an app beside the password. `secret` is encrypted; `last_step` is the newest time step that was used: none works twice.
create table totp_secrets (
  site_id smallint not null,
  member_id bigint not null,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (site_id, member_id)
);

create table recovery_codes (
  site_id smallint not null,
  member_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (site_id, member_id, code_hash)
);

-- Between the two steps of a login: the password was right, the code is still to come.
create table login_tickets (
  site_id smallint not null,
  ticket_hash bytea not null,
  member_id bigint not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, ticket_hash)
);
