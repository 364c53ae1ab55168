-- Who has read what a fictional profile is, once per profile, before the first message to it (product.md 11).
create table fictional_acknowledgements (
  site_id smallint not null,
  member_id bigint not null,
  fictional_id bigint not null,
  acknowledged_at timestamptz not null,
  primary key (site_id, member_id, fictional_id)
);
create index fictional_acknowledgements_of on fictional_acknowledgements (site_id, fictional_id);

-- A message to a fictional profile is free. The send says of each debit whom it is for; one for a fictional profile cannot be
-- written, whatever the price came out as, and the message goes with it.
alter table ledger add column to_fictional boolean not null default false,
  add constraint nobody_pays_for_fictions check (not to_fictional);
