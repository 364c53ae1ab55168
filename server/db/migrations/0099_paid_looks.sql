-- Orders that are decided are looked at, too: a chargeback can come a year later, and its notice can be lost.
create index orders_decided_to_look_at on orders (next_look_at)
  where status not in ('loading', 'pending') and next_look_at is not null;
update orders set next_look_at = null where status not in ('loading', 'pending');
update orders set next_look_at = changed_at + interval '1 day'
 where status in ('completed', 'refunded') and provider_ref is not null;
