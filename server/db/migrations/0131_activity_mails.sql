-- New messages are mailed soon, and once more as a reminder after a day: each once until the member is here again.
alter table unread_reminders add column kind text not null default 'unread_message_reminders'
  check (kind in ('new_messages', 'unread_message_reminders'));
alter table unread_reminders alter column kind drop default;
alter table unread_reminders drop constraint unread_reminders_pkey;
alter table unread_reminders add primary key (site_id, member_id, kind);

-- When a member was last mailed about likes: once until they are here again.
create table like_mails (
  site_id smallint not null,
  member_id bigint not null,
  mailed_at timestamptz not null,
  primary key (site_id, member_id)
);
create index likes_unseen on likes (site_id, liked_id) where seen_at is null;

alter table push_outbox drop constraint push_outbox_kind_check;
alter table push_outbox add constraint push_outbox_kind_check check (kind in
  ('new_conversations', 'new_messages', 'like', 'match', 'saved_search', 'unread_message_reminders', 'weekly_updates', 'reminders',
   'promotions', 'news'));
