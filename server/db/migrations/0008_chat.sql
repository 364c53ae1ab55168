-- One row holds both sides of a conversation; nothing that a send changes is indexed, so the update stays in its page.
-- No foreign keys to members: conversations may move to a database of their own (data.md §8).
create table conversations (
  site_id smallint not null,
  id bigint not null,
  a_id bigint not null,
  b_id bigint not null,
  started_by bigint not null,
  created_at timestamptz not null,
  last_id bigint not null default 0,
  last_at timestamptz,
  last_from bigint,
  preview text not null default '',
  unread_a integer not null default 0,
  unread_b integer not null default 0,
  read_a bigint not null default 0,
  read_b bigint not null default 0,
  removed_a bigint not null default 0,
  removed_b bigint not null default 0,
  primary key (site_id, id),
  check (a_id < b_id),
  check (started_by in (a_id, b_id))
) with (fillfactor = 70);
create unique index conversations_a on conversations (site_id, a_id, b_id);
create index conversations_b on conversations (site_id, b_id);

create table messages (
  site_id smallint not null,
  conversation_id bigint not null,
  id bigint not null,
  sender_id bigint not null,
  client_key uuid not null,
  body text not null,
  created_at timestamptz not null,
  primary key (site_id, conversation_id, id)
);
create unique index messages_client_key on messages (site_id, conversation_id, sender_id, client_key);
