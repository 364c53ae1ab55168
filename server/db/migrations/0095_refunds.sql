-- A refund has states of its own: it may fail days after it was made, and its credits come back then. Refunds that somebody made at
-- the provider's own pages have its name instead of ours.
create table refunds (
  site_id smallint not null,
  id bigint not null,
  order_id bigint not null,
  amount integer not null check (amount > 0),
  -- taken from the member for it
  credits integer not null check (credits >= 0),
  reason text not null check (reason in ('withdrawal', 'staff', 'provider')),
  status text not null check (status in ('pending', 'completed', 'failed')),
  provider text not null,
  provider_ref text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (site_id, id)
);
create index refunds_order on refunds (site_id, order_id);
create unique index refunds_provider_ref on refunds (provider, provider_ref);
-- An order is withdrawn from once; one that failed may be tried again.
create unique index refunds_withdrawal on refunds (site_id, order_id) where reason = 'withdrawal' and status <> 'failed';
create index refunds_pending on refunds (created_at) where status = 'pending';

create table chargebacks (
  site_id smallint not null,
  id bigint not null,
  order_id bigint not null,
  provider text not null,
  provider_ref text not null,
  amount integer not null check (amount > 0),
  credits integer not null check (credits >= 0),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  due_by timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (site_id, id)
);
create unique index chargebacks_provider_ref on chargebacks (provider, provider_ref);
create index chargebacks_order on chargebacks (site_id, order_id);
