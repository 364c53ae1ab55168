-- Jobs whose last run failed, and how often in a row. A job that does its work has no row.
create table job_failures (
  name text primary key,
  failures integer not null
);
