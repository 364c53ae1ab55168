-- Where the buyer is, as far as it can be known: the member's own word, the network's address, the card.
alter table orders
  add column country text,
  add column network_country text,
  add column card_country text;

-- The last number of each company's year. The row stays locked until the order's transaction ends: no number is left out.
create table receipt_numbers (
  company text not null,
  year smallint not null,
  last integer not null,
  primary key (company, year)
);

-- A receipt is written once and never changes; it holds what it says, so that later changes of the site do not reach it.
create table receipts (
  site_id smallint not null,
  id bigint not null,
  order_id bigint not null,
  -- of a refund, the receipt corrects the one of the sale
  refund_id bigint,
  company text not null,
  year smallint not null,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  seller jsonb not null,
  -- minor units of the order's currency; negative on a correction
  net integer not null,
  vat integer not null,
  -- hundredths of a percent
  vat_rate integer not null check (vat_rate between 0 and 10000),
  vat_country text not null,
  credits integer not null,
  credits_before bigint not null,
  credits_after bigint not null,
  primary key (site_id, id),
  unique (company, year, number)
);
create unique index receipts_of_order on receipts (site_id, order_id, coalesce(refund_id, 0));
