-- What one installation shares: keys, the product clock, id nodes, sites with their bundles, regions.
create table installation (
  name text primary key,
  value text not null
);

-- Product time = database time + this offset. 0 in production; tests and the demo may move it. One row.
create table product_clock (
  one boolean primary key default true check (one),
  offset_seconds bigint not null default 0
);
insert into product_clock default values;

-- Every process leases one of 32 numbers, which makes its ids its own (kernel/ids.ts).
create table id_nodes (
  node smallint primary key check (node between 0 and 31),
  holder uuid not null,
  expires_at timestamptz not null
);

create table sites (
  id smallint primary key,
  domain text not null unique,
  settings jsonb not null,
  company jsonb not null,
  created_at timestamptz not null
);

create table bundles (
  site_id smallint not null references sites,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tier text not null check (tier in ('p0', 'p1', 'p2', 'p3')),
  credits integer not null check (credits > 0),
  amount integer not null check (amount > 0),
  popular boolean not null default false,
  primary key (site_id, currency, tier)
);

-- ISO 3166-2 codes as small numbers, so that search rows stay narrow. Append only.
create table regions (
  id smallint primary key,
  code text not null unique
);
