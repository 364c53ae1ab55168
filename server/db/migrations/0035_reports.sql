-- What a member reported about another one. `evidence` is the profile and the latest messages as they were at that moment, the
-- photos lie under `files`: what is changed or deleted afterwards stays to be looked at. Both go when the reported one is erased.
create table reports (
  site_id smallint not null,
  id bigint not null,
  reporter_id bigint, -- null once the reporter is erased
  reported_id bigint not null,
  message_id bigint not null default 0, -- 0: the person, not one message
  reason text not null,
  note text not null default '',
  evidence jsonb not null,
  files text[] not null default '{}',
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (site_id, id)
);
-- One open case of one reporter about one thing.
create unique index reports_open on reports (site_id, reporter_id, reported_id, message_id) where closed_at is null;
create index reports_reported on reports (site_id, reported_id);
create index reports_reporter on reports (site_id, reporter_id);
