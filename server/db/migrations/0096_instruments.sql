-- Cards and PayPal accounts that the provider keeps for a member's repeat orders. Only what a member recognizes them by is here.
create table payment_customers (
  site_id smallint not null,
  member_id bigint not null,
  provider text not null,
  -- the member at the provider
  ref text not null,
  created_at timestamptz not null,
  primary key (site_id, member_id, provider)
);

create table payment_instruments (
  site_id smallint not null,
  id bigint not null,
  member_id bigint not null,
  provider text not null,
  token text not null,
  -- the provider's own sign of the card, so that a card stored again is listed once
  fingerprint text,
  kind text not null check (kind in ('card', 'paypal')),
  brand text,
  last4 text,
  exp_month smallint,
  exp_year smallint,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, member_id, provider, token)
);

-- What a provider still has to forget: one card or account, or with no token the member and everything of theirs.
create table payment_forgets (
  provider text not null,
  customer text not null,
  token text not null default '',
  created_at timestamptz not null default now(),
  primary key (provider, customer, token)
);

-- The stored card or account that a repeat order is charged to.
alter table orders add column instrument_id bigint;
