-- Discounts that staff give out. Their terms are fixed once they are active: the trigger below is the rule.
create table discount_campaigns (
  site_id smallint not null,
  id bigint not null,
  name text not null check (length(name) between 1 and 80),
  status text not null default 'draft' check (status in ('draft', 'active', 'ended')),
  percent smallint check (percent between 1 and 100),
  -- off the price, in minor units of the currency
  amount integer check (amount > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  minimum_order integer not null default 0 check (minimum_order >= 0),
  country text check (country ~ '^[A-Z]{2}$'),
  paymentmethods text[] check (cardinality(paymentmethods) > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- budget: orders that may use it, and minor units that it may take off in all
  max_uses integer check (max_uses > 0),
  max_spent bigint check (max_spent > 0),
  uses integer not null default 0 check (uses >= 0),
  spent bigint not null default 0 check (spent >= 0),
  created_at timestamptz not null,
  primary key (site_id, id),
  check ((percent is null) <> (amount is null)),
  check (currency is not null or (amount is null and max_spent is null and minimum_order = 0)),
  check (ends_at > starts_at),
  check (max_uses is null or uses <= max_uses),
  check (max_spent is null or spent <= max_spent)
);

create function keep_active_terms() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and
     (new.percent, new.amount, new.currency, new.minimum_order, new.country, new.paymentmethods, new.starts_at, new.ends_at, new.max_uses, new.max_spent)
     is distinct from
     (old.percent, old.amount, old.currency, old.minimum_order, old.country, old.paymentmethods, old.starts_at, old.ends_at, old.max_uses, old.max_spent)
  then
    raise exception 'the terms of a discount that was active do not change';
  end if;
  return new;
end $$;
create trigger keep_active_terms before update on discount_campaigns for each row execute function keep_active_terms();

-- A code is a member's own with a percentage of its own (the retention offer), or it belongs to a campaign: for everybody,
-- once per member, or generated for a single use.
alter table discount_codes
  alter column member_id drop not null,
  alter column percent drop not null,
  alter column expires_at drop not null,
  add column campaign_id bigint,
  add column single_use boolean not null default false,
  add column used_by bigint,
  add check ((campaign_id is null) = (percent is not null and expires_at is not null and member_id is not null));
create index discount_codes_campaign on discount_codes (site_id, campaign_id) where campaign_id is not null;

-- What the use took off, in minor units: it returns to the campaign's budget with the use.
alter table discount_uses add column amount integer not null default 0;
alter table orders add column discount_amount integer;
