-- What else members are searched by, beside the facts that sums exist of: kept in the narrow static twin, from which every process
-- loads its columns (search/columns). `cell` is about 10 km wide and the finest thing kept of a place; 0 is nowhere, null is not yet
-- worked out (members of before; the job `cells` does it). `interests` and `languages` are sets: bit n-1 is the nth of the list.
alter table member_facts
  add column cell integer,
  add column looking_for smallint not null default 0,
  add column seek_min_age smallint not null default 0,
  add column seek_max_age smallint not null default 0,
  add column interests bigint not null default 0,
  add column languages bigint not null default 0,
  add column changed_at timestamptz not null default '2024-01-01T00:00:00Z';
update member_facts f
   set looking_for = m.looking_for, seek_min_age = d.seek_min_age, seek_max_age = d.seek_max_age,
       interests = (select coalesce(bit_or(1::bigint << (n - 1)), 0) from unnest(d.interests) n),
       languages = (select coalesce(bit_or(1::bigint << (n - 1)), 0) from unnest(d.languages) n)
  from members m join member_details d on d.site_id = m.site_id and d.member_id = m.id
 where m.site_id = f.site_id and m.id = f.member_id;
create index member_facts_changed on member_facts (site_id, changed_at);
create index member_facts_no_cell on member_facts (site_id, member_id) where cell is null;

-- Who left the search, so that processes take them out of their columns too; forgotten after a day.
create table search_gone (
  site_id smallint not null,
  member_id bigint not null,
  gone_at timestamptz not null,
  primary key (site_id, member_id)
);
create index search_gone_at on search_gone (site_id, gone_at);

-- Moves from one cell to another: three a day, so that nobody finds a home by moving around it (product.md 4).
create table cell_moves (
  site_id smallint not null,
  member_id bigint not null,
  moved_at timestamptz not null,
  primary key (site_id, member_id, moved_at)
);
