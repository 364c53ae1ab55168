-- What changes for a member bumps `version`: the poll's ETag and the live stream's gap check (data.md §4).
create table member_state (
  site_id smallint not null,
  member_id bigint not null,
  version bigint not null default 1,
  unread integer not null default 0,
  new_likes integer not null default 0,
  primary key (site_id, member_id)
) with (fillfactor = 70);

create table push_subscriptions (
  site_id smallint not null,
  id bigint not null,
  member_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);
create unique index push_subscriptions_endpoint on push_subscriptions (site_id, endpoint);
create index push_subscriptions_member on push_subscriptions (site_id, member_id);
