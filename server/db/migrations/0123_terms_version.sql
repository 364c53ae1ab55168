-- The version of the terms that a member agreed to, as its date (§7).
alter table accounts add column terms_version timestamptz;
update accounts a
   set terms_version = greatest('2023-12-01 12:00:00+00', least(a.terms_at, (s.company->>'added')::timestamptz))
  from sites s where s.id = a.site_id;
alter table accounts alter column terms_version set not null;
