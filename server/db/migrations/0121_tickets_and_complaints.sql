-- What people write to a site's team, with or without an account. The digest makes a repeated form the same case.
create table complaints (
  site_id smallint not null,
  id bigint not null,
  member_id bigint, -- null without an account, or once it is erased
  name text not null default '',
  email text not null,
  kind text not null,
  subject text not null,
  message text not null,
  locale text not null,
  digest bytea not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (site_id, id)
);
create unique index complaints_digest on complaints (site_id, digest);
create index complaints_member on complaints (site_id, member_id) where member_id is not null;

create table tickets (
  site_id smallint not null,
  id bigint not null,
  member_id bigint,
  email text not null,
  topic text not null,
  message text not null,
  locale text not null,
  digest bytea not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (site_id, id)
);
create unique index tickets_digest on tickets (site_id, digest);
create index tickets_member on tickets (site_id, member_id) where member_id is not null;
