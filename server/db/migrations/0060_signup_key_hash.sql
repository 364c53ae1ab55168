-- The key of a sign-up is a secret for ten minutes, so only its hash is kept, and nothing once the address is confirmed.
-- The old column is emptied here and goes when no version reads or writes it any more.
alter table accounts add column signup_key_hash bytea;
drop index accounts_signup_key;
update accounts set signup_key = null where signup_key is not null;
