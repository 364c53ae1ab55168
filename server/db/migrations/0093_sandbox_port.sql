-- The sandbox as the whole port has it: stored cards, direct debits that take their time, refunds, chargebacks.
alter table sandbox_payments
  drop constraint sandbox_payments_status_check,
  add constraint sandbox_payments_status_check
    check (status in ('open', 'challenge', 'processing', 'paid', 'failed', 'cancelled')),
  add column customer text,
  add column store boolean not null default false,
  add column instrument text;
create table sandbox_instruments (
  token text primary key,
  customer text not null,
  kind text not null check (kind in ('card', 'paypal')),
  brand text,
  last4 text,
  exp_month smallint,
  exp_year smallint,
  -- what becomes of a repeat order with it
  outcome text not null check (outcome in ('paid', 'challenge', 'declined'))
);
create index sandbox_instruments_customer on sandbox_instruments (customer);
create table sandbox_refunds (
  ref text primary key,
  payment_ref text not null references sandbox_payments,
  client_key text not null unique,
  amount integer not null check (amount > 0),
  status text not null check (status in ('pending', 'completed', 'failed'))
);
create index sandbox_refunds_payment on sandbox_refunds (payment_ref);
create table sandbox_chargebacks (
  ref text primary key,
  payment_ref text not null references sandbox_payments,
  amount integer not null check (amount > 0),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  due_by timestamptz
);
create index sandbox_chargebacks_payment on sandbox_chargebacks (payment_ref);
