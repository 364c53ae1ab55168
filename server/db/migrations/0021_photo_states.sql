-- A photo is pending until the job has made its renditions and compared it with what is banned; a refused one stays in its
-- owner's list with the reason until they delete it. `tries` counts the beginnings, so that a picture that kills its process ends.
alter table photos drop constraint photos_status_check;
alter table photos add constraint photos_status_check check (status in ('pending', 'active', 'refused'));
alter table photos add column refused_for text check (refused_for in ('banned', 'unreadable'));
alter table photos add column tries smallint not null default 0;
alter table photos add column phash bit(64);
create index photos_pending on photos (site_id, id) where status = 'pending';

-- The placeholder of the main photo beside its id, so that a card needs no second look-up.
alter table members add column main_thumbhash text;

-- What a removed picture looked like: 64 bits, nothing that a picture could be made of again, and nobody's name.
create table banned_photos (
  site_id smallint not null,
  id bigint not null,
  phash bit(64) not null,
  note text not null default '',
  created_at timestamptz not null,
  primary key (site_id, id)
);
