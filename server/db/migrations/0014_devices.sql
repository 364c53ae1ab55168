-- Where a session was opened, as a country: an address would say more than its owner needs to recognise it.
alter table sessions add column country text;

-- Browsers that somebody has logged in with before: never locked out by the tries of strangers. One browser may know several members.
create table known_devices (
  site_id smallint not null,
  token_hash bytea not null,
  member_id bigint not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (site_id, token_hash, member_id)
);
create index known_devices_member on known_devices (site_id, member_id);

-- What a token is about beside its member: the new address of a change, the old one of its undo. `detail_key` is that address
-- without regard to case, so that an address that may still come back is not taken meanwhile.
alter table account_tokens add column detail text, add column detail_key text;
create index account_tokens_detail on account_tokens (site_id, detail_key) where detail_key is not null;

-- How many mails of a kind an address got: three resets a day.
create index mail_outbox_recipient on mail_outbox (site_id, lower(recipient), created_at);
