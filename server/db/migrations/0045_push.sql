-- A subscription belongs to the session of the browser that made it: what ends the session ends the messages to that browser.
-- None was ever made before there was a key to make one with.
delete from push_subscriptions;
alter table push_subscriptions
  add column session_id bigint not null,
  add column failures smallint not null default 0,
  add column quiet_until timestamptz; -- its push service has asked for a pause

-- What is to be pushed, one row for each browser. `topic` is what a newer row replaces: two messages of a conversation are one notice.
create table push_outbox (
  site_id smallint not null,
  subscription_id bigint not null,
  topic text not null,
  id bigint not null, -- another one with each replacement, so that a notice that comes while one is being sent is not taken for it
  member_id bigint not null,
  kind text not null check (kind in ('new_conversations', 'new_messages', 'like', 'match', 'saved_search')),
  sender_id bigint,
  conversation_id bigint,
  params jsonb not null,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  primary key (site_id, subscription_id, topic)
);
create index push_outbox_due on push_outbox (due_at);
create index push_outbox_member on push_outbox (site_id, member_id);
create index push_outbox_sender on push_outbox (site_id, sender_id);
