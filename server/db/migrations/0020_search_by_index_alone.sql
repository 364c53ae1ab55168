-- What a list shows of a member changes rarely and is read all the time: each search row carries the version of its card, so
-- that a process may keep cards and a search reads the index alone.
alter table member_search add column card_version bigint not null default 0;
drop index member_search_all;
drop index member_search_country;
drop index member_search_region;
drop index member_search_country_year;
drop index member_search_region_year;
create index member_search_all on member_search (site_id, last_active desc, member_id desc) include (gender, date_of_birth, card_version);
create index member_search_country on member_search (site_id, country, gender, last_active desc, member_id desc) include (date_of_birth, card_version);
create index member_search_region on member_search (site_id, region, gender, last_active desc, member_id desc) include (date_of_birth, card_version);
create index member_search_country_year on member_search (site_id, country, gender, birth_year, last_active desc, member_id desc) include (date_of_birth, card_version);
create index member_search_region_year on member_search (site_id, region, gender, birth_year, last_active desc, member_id desc) include (date_of_birth, card_version);

-- Edges of a span of ages are days: members are found by date of birth, never by year and then filtered.
drop index member_facts_all;
drop index member_facts_country;
drop index member_facts_region;
create index member_facts_all on member_facts (site_id, gender, date_of_birth);
create index member_facts_country on member_facts (site_id, country, gender, date_of_birth);
create index member_facts_region on member_facts (site_id, region, gender, date_of_birth);

-- Members per gender and period of birth: a year (1990) or a month (199003). Of regions years only; region 0 sums a country,
-- country 0 everybody. Rewritten each minute by a job, only where a number has changed.
drop table search_facets;
create table search_facets (
  site_id smallint not null,
  country smallint not null,
  region smallint not null,
  gender smallint not null,
  period integer not null,
  n integer not null,
  primary key (site_id, country, region, gender, period) include (n)
);
create index search_facets_region on search_facets (site_id, region, gender, period) include (n);
