-- Each site's own public address, and what its mails are signed with and return to. Without them those of the installation.
alter table sites
  add column public_url text check (public_url ~ '^https?://[^/]+$'),
  add column mail jsonb not null default '{}';
