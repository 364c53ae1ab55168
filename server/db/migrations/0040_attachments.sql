-- A message is a text (0), a picture (1) or a gift (2). Of a gift the body is its name in the catalogue, so that the list's preview
-- says what it is without a look-up; of a picture it is empty. `last_kind` lets the browser word the preview in its reader's language.
alter table messages add column kind smallint not null default 0;
alter table messages add column photo_id bigint;
alter table messages add constraint messages_kind check (kind between 0 and 2 and (kind = 1) = (photo_id is not null));
alter table conversations add column last_kind smallint not null default 0;

-- A picture belongs to who uploaded it until it is sent, and then to the two of the conversation. It arrives veiled when the
-- receiver has not answered yet; `revealed_at` is the receiver's own act.
create table chat_photos (
  site_id smallint not null,
  id bigint not null,
  sender_id bigint not null,
  receiver_id bigint,
  conversation_id bigint,
  message_id bigint,
  files text not null,
  status text not null default 'pending' check (status in ('pending', 'active', 'refused')),
  tries smallint not null default 0,
  thumbhash bytea,
  veiled boolean not null default false,
  revealed_at timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id),
  check ((message_id is null) = (conversation_id is null) and (message_id is null) = (receiver_id is null))
);
create index chat_photos_sender on chat_photos (site_id, sender_id);
create index chat_photos_receiver on chat_photos (site_id, receiver_id) where receiver_id is not null;
create index chat_photos_pending on chat_photos (site_id, id) where status = 'pending';
create index chat_photos_unsent on chat_photos (created_at) where message_id is null;

-- Gifts as the receiver's profile shows them; the message is what the two see in their chat.
create table gifts (
  site_id smallint not null,
  receiver_id bigint not null,
  id bigint not null,
  sender_id bigint not null,
  gift text not null,
  hidden_at timestamptz,
  created_at timestamptz not null,
  primary key (site_id, receiver_id, id)
);
create index gifts_sender on gifts (site_id, sender_id);
