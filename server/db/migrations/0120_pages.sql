-- Pages that staff write for a site (§2 {token}): Markdown in one or more languages.
create table pages (
  site_id smallint not null references sites,
  token text not null check (token ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  locale text not null check (locale ~ '^[a-z]{2}$'),
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 200),
  markdown text not null check (length(markdown) <= 60000),
  -- in the site's footer
  in_footer boolean not null default false,
  changed_at timestamptz not null,
  primary key (site_id, token, locale)
);
