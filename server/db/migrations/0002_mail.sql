-- Mails to send. A row is written in the transaction of what it tells about; a job renders and sends it.
create table mail_outbox (
  site_id smallint not null,
  id bigint not null,
  member_id bigint,
  recipient text not null,
  kind text not null,
  params jsonb not null,
  locale text not null,
  subject text,
  body_text text,
  body_html text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts smallint not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  error text,
  primary key (site_id, id)
);
-- The sender takes what is due of every site, so this queue alone is not led by site_id.
create index mail_outbox_due on mail_outbox (due_at) where sent_at is null and failed_at is null;
create index mail_outbox_member on mail_outbox (site_id, member_id);
