-- A search that a member keeps, as the query of its address. `alert`: a mail when somebody new fits, a day apart at least;
-- `told_at` is up to when new members were looked for.
create table saved_searches (
  site_id smallint not null,
  id bigint not null,
  member_id bigint not null,
  query text not null,
  alert boolean not null,
  base_url text not null, -- where the links of mails lead to: the address that it was saved at
  created_at timestamptz not null,
  told_at timestamptz not null,
  primary key (site_id, id)
);
create unique index saved_searches_member on saved_searches (site_id, member_id, query);
create index saved_searches_due on saved_searches (site_id, told_at) where alert;
-- Who is new: those whose address was confirmed since.
create index members_confirmed on members (site_id, confirmed_at);
