-- What a chargeback takes beyond a member's balance: lent to the wallet (kind 9), so that the balance stays at 0 or more, and
-- taken back from the next purchases. The ledger proves the column.
alter table wallets add column debt bigint not null default 0 check (debt >= 0);
