-- Weekly updates, reminders, promotions and news: what the site sends by itself (§3 Notification preference kinds).
-- Zones of the receiver in which a row is not sent between 21:00 and 09:00; null for any time.
alter table mail_outbox add column quiet_zones text[];
alter table push_outbox add column quiet_zones text[];
alter table push_outbox drop constraint push_outbox_kind_check;
alter table push_outbox add constraint push_outbox_kind_check check (kind in
  ('new_conversations', 'new_messages', 'like', 'match', 'saved_search', 'weekly_updates', 'reminders', 'promotions', 'news'));

-- The next of a kind comes no earlier than `until`, however many processes run the job: its row is the lock.
create table mailing_pauses (
  site_id smallint not null,
  member_id bigint not null,
  kind text not null check (kind in ('weekly_updates', 'reminders', 'promotions')),
  until timestamptz not null,
  last_sent_at timestamptz,
  primary key (site_id, member_id, kind)
);

-- The same thing is missed in a profile twice at most.
create table reminded_lacks (
  site_id smallint not null,
  member_id bigint not null,
  lack text not null check (lack in ('photo', 'about', 'interests', 'steps')),
  times smallint not null check (times between 1 and 2),
  primary key (site_id, member_id, lack)
);

-- A discount code or a page that staff announce: sent to those who are members now, until `until`.
create table announcements (
  site_id smallint not null references sites,
  kind text not null check (kind in ('promotions', 'news')),
  subject text not null,
  id bigint not null,
  announced_at timestamptz not null,
  until timestamptz not null,
  sent integer not null default 0,
  primary key (site_id, kind, subject),
  unique (site_id, id)
);

-- Who was sent an announcement; deleted once it is over.
create table announcement_deliveries (
  site_id smallint not null,
  announcement_id bigint not null,
  member_id bigint not null,
  primary key (site_id, announcement_id, member_id)
);
create index announcement_deliveries_member on announcement_deliveries (site_id, member_id);
