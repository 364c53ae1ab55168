-- For a day: which text a member began conversations with, as a keyed hash that nobody can read or guess from (product.md 6).
create table first_texts (
  site_id smallint not null,
  member_id bigint not null,
  text_hash bytea not null,
  receiver_id bigint not null,
  sent_at timestamptz not null,
  primary key (site_id, member_id, text_hash, receiver_id)
);
create index first_texts_receiver on first_texts (site_id, receiver_id);
create index first_texts_sent on first_texts (sent_at);
