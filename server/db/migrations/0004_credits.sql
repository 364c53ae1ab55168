-- Credits: one row per wallet, one append-only row per movement. A movement names both accounts, so debits equal credits
-- by construction. House accounts are negative numbers and have no balance row: -1 messages, -2 sales, -3 bonus, -4 refunds.
create table wallets (
  site_id smallint not null,
  member_id bigint not null check (member_id > 0),
  balance bigint not null default 0 check (balance >= 0),
  seq bigint not null default 0,
  primary key (site_id, member_id)
) with (fillfactor = 70);

create table ledger (
  site_id smallint not null,
  member_id bigint not null,
  seq bigint not null,
  idem text not null,
  debit bigint not null,
  credit bigint not null,
  amount bigint not null check (amount > 0),
  kind smallint not null,
  ref bigint,
  balance_after bigint not null check (balance_after >= 0),
  at timestamptz not null,
  primary key (site_id, member_id, seq),
  check (debit <> credit),
  check (member_id in (debit, credit))
);
create unique index ledger_idem on ledger (site_id, member_id, idem);
