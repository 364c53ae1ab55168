-- What a provider was asked, so that a repetition asks the same; its other name for the payment; and when to look again.
alter table orders
  add column request jsonb,
  add column provider_alias text,
  add column looks smallint not null default 0,
  add column next_look_at timestamptz;
create index orders_provider_alias on orders (provider, provider_alias) where provider_alias is not null;
create index orders_to_look_at on orders (next_look_at) where status in ('loading', 'pending');
update orders set next_look_at = created_at where status in ('loading', 'pending');
