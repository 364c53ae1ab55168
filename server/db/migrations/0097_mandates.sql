-- SEPA direct debits: what the payer typed, confirmed by a code that is sent by mail.
create table mandates (
  site_id smallint not null,
  id bigint not null,
  member_id bigint not null,
  -- the code is accepted from this session only
  session_id bigint not null,
  -- the creditor's unique reference of the mandate
  reference text not null unique,
  -- of the order that the mandate is for
  client_key uuid not null,
  tier text not null,
  discount_code text,
  holder text not null,
  -- encrypted; null once the provider has it
  iban bytea,
  iban_last4 text not null,
  -- keyed hash of the IBAN
  iban_key text not null,
  street text not null,
  house_number text not null,
  zip text not null,
  city text not null,
  phone text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  signed_at timestamptz,
  order_id bigint,
  primary key (site_id, id)
);
create index mandates_member on mandates (site_id, member_id, created_at);
create unique index mandates_order on mandates (site_id, order_id) where order_id is not null;

-- Accounts that a debit was returned from, or that the provider refuses.
create table blocked_accounts (
  site_id smallint not null,
  iban_key text not null,
  blocked_at timestamptz not null,
  primary key (site_id, iban_key)
);

alter table orders add column mandate_id bigint;
create index orders_direct_debits on orders (site_id, member_id, created_at) where mandate_id is not null;

-- What becomes of a direct debit in the sandbox, and since when it waits.
alter table sandbox_payments add column debit_outcome text check (debit_outcome in ('paid', 'returned'));
