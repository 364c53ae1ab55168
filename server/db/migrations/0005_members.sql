-- A member as lists show them: narrow, joined everywhere. What only the profile shows is in member_details.
create table members (
  site_id smallint not null,
  id bigint not null check (id > 0),
  name text not null,
  name_key text not null,
  gender smallint not null,
  looking_for smallint not null check (looking_for > 0), -- bit n-1 = gender n
  date_of_birth date not null,
  country text not null,
  countryregion text not null default '',
  city text not null default '',
  main_photo_id bigint,
  fictional boolean not null default false,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  premium_since timestamptz,
  primary key (site_id, id)
);
create unique index members_name on members (site_id, name_key);

create table member_details (
  site_id smallint not null,
  member_id bigint not null,
  seek_min_age smallint not null,
  seek_max_age smallint not null,
  about text not null default '',
  sexuality smallint,
  hair_color smallint,
  eye_color smallint,
  body_type smallint,
  relationship_status smallint,
  tattoos smallint,
  interests smallint[] not null default '{}',
  languages smallint[] not null default '{}',
  primary key (site_id, member_id)
);

-- `files` is the folder in storage that holds the renditions; several photos may share one (the demo's drawn portraits).
create table photos (
  site_id smallint not null,
  id bigint not null,
  member_id bigint not null,
  files text not null,
  position smallint not null,
  status text not null check (status in ('pending', 'active')),
  width smallint not null,
  height smallint not null,
  thumbhash bytea,
  created_at timestamptz not null,
  primary key (site_id, id)
);
create index photos_member on photos (site_id, member_id, position);
create index photos_files on photos (site_id, files);

create table blocks (
  site_id smallint not null,
  blocker_id bigint not null,
  blocked_id bigint not null,
  created_at timestamptz not null,
  primary key (site_id, blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (site_id, blocked_id);

-- A row exists only while the member can be found (confirmed, not hidden): no state to filter by, hide = delete.
create table member_search (
  site_id smallint not null,
  member_id bigint not null,
  last_active timestamptz not null,
  date_of_birth date not null,
  country smallint not null,
  region smallint not null,
  birth_year smallint not null,
  gender smallint not null,
  photo boolean not null,
  primary key (site_id, member_id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
create index member_search_all on member_search (site_id, last_active desc, member_id desc) include (gender, date_of_birth);
create index member_search_country on member_search (site_id, country, gender, last_active desc, member_id desc) include (date_of_birth);
create index member_search_region on member_search (site_id, region, gender, last_active desc, member_id desc) include (date_of_birth);
create index member_search_country_year on member_search (site_id, country, gender, birth_year, last_active desc, member_id desc) include (date_of_birth);
create index member_search_region_year on member_search (site_id, region, gender, birth_year, last_active desc, member_id desc) include (date_of_birth);

-- The static twin: never touched by activity, so its pages stay all-visible and edge years are counted from the index alone.
create table member_facts (
  site_id smallint not null,
  member_id bigint not null,
  date_of_birth date not null,
  country smallint not null,
  region smallint not null,
  birth_year smallint not null,
  gender smallint not null,
  primary key (site_id, member_id)
);
create index member_facts_country on member_facts (site_id, country, gender, birth_year) include (date_of_birth);
create index member_facts_region on member_facts (site_id, region, gender, birth_year) include (date_of_birth);
create index member_facts_all on member_facts (site_id, gender, birth_year) include (date_of_birth);

-- Country 0, region 0 holds the sums over all countries. Members per country, region, gender and birth year; rebuilt each minute by a job.
create table search_facets (
  site_id smallint not null,
  country smallint not null,
  region smallint not null,
  gender smallint not null,
  birth_year smallint not null,
  n integer not null,
  primary key (site_id, country, gender, birth_year, region)
);
create index search_facets_region on search_facets (site_id, region, gender, birth_year) include (n);
