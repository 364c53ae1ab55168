-- The swipe game. The day of a member's likes is one of their own time zone; moving zones only ever makes it longer (likes/swipe-game).
create table swipe_players (
  site_id smallint not null,
  member_id bigint not null,
  time_zone text not null,
  day_from timestamptz,
  day_to timestamptz,
  last_skipped_id bigint,
  primary key (site_id, member_id)
);

-- Swiped to the right: counts against the likes of the day, whatever becomes of the like itself.
create table swipe_likes (
  site_id smallint not null,
  member_id bigint not null,
  liked_id bigint not null,
  liked_at timestamptz not null,
  primary key (site_id, member_id, liked_id)
);
create index swipe_likes_day on swipe_likes (site_id, member_id, liked_at);
create index swipe_likes_liked on swipe_likes (site_id, liked_id);

-- Swiped to the left: not shown again for a while.
create table swipe_skips (
  site_id smallint not null,
  member_id bigint not null,
  skipped_id bigint not null,
  skipped_at timestamptz not null,
  primary key (site_id, member_id, skipped_id)
);
create index swipe_skips_skipped on swipe_skips (site_id, skipped_id);
