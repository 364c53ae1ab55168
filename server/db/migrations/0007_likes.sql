-- A like is a row, a match is two. seen_at null: new to the liked one. match_shown_at: this liker has seen the match modal.
create table likes (
  site_id smallint not null,
  liker_id bigint not null,
  liked_id bigint not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  match_shown_at timestamptz,
  primary key (site_id, liker_id, liked_id),
  check (liker_id <> liked_id)
);
create index likes_liked on likes (site_id, liked_id, created_at desc);
