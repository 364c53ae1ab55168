-- Where a site keeps quiet about its members, a sign-up that is sent again is known by its name and this hash of its key, address
-- and password, whether or not it made an account.
alter table name_holds add column repeat_hash bytea;
