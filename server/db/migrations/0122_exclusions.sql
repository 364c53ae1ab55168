-- Addresses that excluded themselves from a site, as keyed hashes: the list names nobody.
create table exclusions (
  site_id smallint not null,
  address_hash bytea not null,
  until timestamptz not null,
  created_at timestamptz not null,
  primary key (site_id, address_hash)
);
create index exclusions_until on exclusions (until);

-- Links that were emailed and not followed yet.
create table exclusion_requests (
  site_id smallint not null,
  token_hash bytea not null,
  email text not null,
  months smallint not null check (months in (6, 12, 60)),
  expires_at timestamptz not null,
  primary key (site_id, token_hash)
);
create index exclusion_requests_expires on exclusion_requests (expires_at);
