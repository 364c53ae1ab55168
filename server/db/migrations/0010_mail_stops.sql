-- Why a member gets no more mail that could be done without. A bounce or a complaint is about one address and says nothing
-- about the next one; unsubscribing is a member's wish and holds for every address.
create table mail_stops (
  site_id smallint not null,
  member_id bigint not null,
  reason text not null check (reason in ('fbl', 'bounce', 'listunsubscribe')),
  email_key text not null,
  since timestamptz not null,
  primary key (site_id, member_id, reason)
);
