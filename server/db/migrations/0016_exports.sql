-- A member's own data, asked for and built by the job `export`. The zip lies in storage under `file` until it was fetched or a week is over.
create table exports (
  site_id smallint not null,
  id bigint not null,
  member_id bigint not null,
  base_url text not null,
  requested_at timestamptz not null,
  ready_at timestamptz,
  fetched_at timestamptz,
  file text,
  primary key (site_id, id)
);
create index exports_member on exports (site_id, member_id, requested_at);
create index exports_open on exports (site_id, requested_at) where ready_at is null;
