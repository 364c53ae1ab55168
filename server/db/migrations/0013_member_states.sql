-- A member may be banned, or about to be deleted: hidden everywhere, and without a session. `seen` is the one place that says
-- who is seen by others; search rows follow it (members/search-entries).
alter table members
  add column banned_at timestamptz,
  add column ban_reason text,
  add column leaving_at timestamptz;
alter table members
  add column seen boolean not null
    generated always as (confirmed_at is not null and banned_at is null and leaving_at is null) stored;

-- A deletion that was asked for: reversible until due_at, then the job `erase` carries it out and the row goes with the rest.
create table departures (
  site_id smallint not null,
  member_id bigint not null,
  reason text not null,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  primary key (site_id, member_id)
);
create index departures_due on departures (site_id, due_at);

-- The one retention offer of an account: taken (with its code) or declined (without).
create table retention_offers (
  site_id smallint not null,
  member_id bigint not null,
  answered_at timestamptz not null,
  code text,
  primary key (site_id, member_id)
);

-- Where sites keep quiet about who is a member, a sign-up with a taken address holds its name as a true one would.
create table name_holds (
  site_id smallint not null,
  name_key text not null,
  until timestamptz not null,
  primary key (site_id, name_key)
);

-- Erasing somebody takes them out of the drafts that others kept.
create index accounts_draft_to on accounts (site_id, draft_to) where draft_to is not null;
