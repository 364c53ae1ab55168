-- One row per scheduled job. Times are the database's own: a lease is a matter of processes, not of the product.
-- `locked_until` is set while a process runs the job; that process renews it, so a lock that expired is that of a dead one.
create table jobs (
  name text primary key,
  every_seconds integer not null,
  due_at timestamptz not null default now(),
  locked_until timestamptz,
  holder text,
  failures integer not null default 0, -- in a row
  finished_at timestamptz
);
insert into jobs (name, every_seconds, failures) select name, 3600, failures from job_failures;
drop table job_failures;
drop schema if exists jobs cascade; -- the earlier queue; what it named is still due in the product's own tables
