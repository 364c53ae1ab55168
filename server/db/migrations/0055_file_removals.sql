-- Files that nothing points at any more: they go at once, and again by the sweep, in case that failed, the process died, or a
-- job was just writing one of them.
create table file_removals (
  key text primary key,
  since timestamptz not null
);
