-- Codes of single members. The welcome bonus is computed from the sign-up and has no row here; its use has one below.
create table discount_codes (
  site_id smallint not null,
  code text not null,
  member_id bigint not null,
  percent smallint not null check (percent between 1 and 100),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site_id, code)
);
create index discount_codes_member on discount_codes (site_id, member_id, expires_at);

-- Once per member: the key is the rule. An order that comes to nothing gives its use back.
create table discount_uses (
  site_id smallint not null,
  code text not null,
  member_id bigint not null,
  order_id bigint not null,
  at timestamptz not null,
  primary key (site_id, code, member_id)
);
create index discount_uses_member on discount_uses (site_id, member_id);

alter table orders
  add column discount_code text,
  add column discount_percent smallint;
