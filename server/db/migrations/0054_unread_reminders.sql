-- When a member was last reminded of unread messages: once until they have been online again (product.md 8).
create table unread_reminders (
  site_id smallint not null,
  member_id bigint not null,
  reminded_at timestamptz not null,
  primary key (site_id, member_id)
);
