-- One order is one purchase of a bundle. Its credits enter the ledger once, under the key order:<id>.
create table orders (
  site_id smallint not null,
  id bigint not null,
  member_id bigint not null,
  client_key uuid not null,
  tier text not null,
  credits integer not null check (credits > 0),
  amount integer not null check (amount > 0),
  currency text not null,
  paymentmethod text not null,
  provider text not null,
  provider_ref text,
  redirect text,
  status text not null check (status in ('loading', 'pending', 'completed', 'failed', 'cancelled', 'refunded')),
  fail_code text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (site_id, id)
);
create unique index orders_client_key on orders (site_id, member_id, client_key);
create unique index orders_provider_ref on orders (provider, provider_ref);

create table webhook_events (
  provider text not null,
  id text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- The sandbox is a payment provider of its own that happens to live in this process: its payments, and the notices it owes.
create table sandbox_payments (
  ref text primary key,
  amount integer not null,
  currency text not null,
  description text not null,
  paymentmethod text not null,
  return_url text not null,
  webhook_url text not null,
  client_key text not null unique,
  status text not null check (status in ('open', 'challenge', 'paid', 'failed', 'cancelled')),
  fail_code text,
  created_at timestamptz not null
);
create table sandbox_notices (
  id text primary key,
  ref text not null references sandbox_payments,
  due_at timestamptz not null,
  attempts smallint not null default 0,
  delivered_at timestamptz
);
create index sandbox_notices_due on sandbox_notices (due_at) where delivered_at is null;
