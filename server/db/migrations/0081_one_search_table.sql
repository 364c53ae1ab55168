-- Searches are answered by an index in each process (search/index). This is the one table that it is loaded from: a narrow row a
-- member, found by key, by time of change and by time of last activity; `last_active` is null for who cannot be found.
alter table member_search
  alter column last_active drop not null,
  add column cell integer,
  add column looking_for smallint not null default 0,
  add column seek_min_age smallint not null default 0,
  add column seek_max_age smallint not null default 0,
  add column interests bigint not null default 0,
  add column languages bigint not null default 0,
  add column changed_at timestamptz not null default '2024-01-01T00:00:00Z';
update member_search s
   set cell = f.cell, looking_for = f.looking_for, seek_min_age = f.seek_min_age, seek_max_age = f.seek_max_age,
       interests = f.interests, languages = f.languages
  from member_facts f where f.site_id = s.site_id and f.member_id = s.member_id;
drop index member_search_all;
drop index member_search_country;
drop index member_search_region;
drop index member_search_country_year;
drop index member_search_region_year;
alter table member_search drop column birth_year, drop column card_version;
create index member_search_active on member_search (site_id, last_active);
create index member_search_changed on member_search (site_id, changed_at);
create index member_search_no_cell on member_search (site_id, member_id) where cell is null;
drop table member_facts;
drop table search_facets;
drop table search_gone;
