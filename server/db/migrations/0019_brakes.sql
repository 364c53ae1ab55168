-- Codes that let somebody in where sign-up is by invitation only; kept hashed, good for `max_uses` sign-ups.
create table invitations (
  site_id smallint not null,
  id bigint not null,
  code_hash bytea not null,
  uses integer not null default 0,
  max_uses integer not null check (max_uses > 0),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  check (uses <= max_uses)
);
create unique index invitations_code on invitations (site_id, code_hash);
alter table accounts add column invitation_id bigint;

-- Proofs of work that were used: the same one does not open a second door.
create table spent_proofs (
  site_id smallint not null,
  proof_hash bytea not null,
  expires_at timestamptz not null,
  primary key (site_id, proof_hash)
);
