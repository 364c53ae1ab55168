-- Where an order was begun and with which card it was tried, for a day: orders of one network or card are counted together, whoever
-- begins them. Both are signs that name nobody, and the sweep forgets them.
alter table orders add column network_key text, add column card_fingerprint text;
create index orders_member_recent on orders (site_id, member_id, created_at);
create index orders_network on orders (site_id, network_key, created_at) where network_key is not null;
create index orders_card on orders (site_id, card_fingerprint, created_at) where card_fingerprint is not null;
create index orders_traced on orders (created_at) where network_key is not null or card_fingerprint is not null;
alter table sandbox_payments add column card_fingerprint text;
