-- What a member chose to be told, by mail and by push. Without a row the default of the member's country holds (product.md 8).
create table notification_choices (
  site_id smallint not null,
  member_id bigint not null,
  kind text not null,
  mail boolean not null,
  push boolean not null,
  chosen_at timestamptz not null,
  primary key (site_id, member_id, kind)
);

-- What others see of a member and who may begin; without a row everything is as a new member has it. A limit in minor units of
-- spending_currency; spending_next takes its place at spending_next_at, so that raising it waits a day (product.md 7).
create table member_preferences (
  site_id smallint not null,
  member_id bigint not null,
  read_receipts boolean not null default true,
  write_first text not null default 'everyone' check (write_first in ('everyone', 'liked', 'photo', 'search')),
  spending_limit integer check (spending_limit >= 0),
  spending_currency text,
  spending_next integer check (spending_next >= 0),
  spending_next_at timestamptz,
  primary key (site_id, member_id)
);

-- Hidden by their own wish: invisible (premium), or without consent to show what reveals orientation.
alter table members add column invisible_since timestamptz, add column consent_withdrawn_at timestamptz;
