-- The payer has done their part, and the bank has to answer; until then an open order is not paid for.
alter table orders add column payer_acted boolean not null default false;
