-- Payments that a person has to look at: nothing was credited for them, and nothing decides about them by itself.
create table payment_cases (
  site_id smallint not null,
  id bigint not null,
  order_id bigint not null,
  kind text not null check (kind in ('amount_mismatch', 'answer_lost')),
  details jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (site_id, id)
);
create unique index payment_cases_once on payment_cases (site_id, order_id, kind);
create index payment_cases_open on payment_cases (opened_at) where closed_at is null;
