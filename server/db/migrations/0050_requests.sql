-- A first message is a request until its receiver takes it on or declines it. States are times: `accepted_at` by a tap or by an
-- answer, `answered_at` by an answer alone (from then on links are links), `declined_at` by a tap, taken back by an answer.
alter table conversations
  add column accepted_at timestamptz,
  add column answered_at timestamptz,
  add column declined_at timestamptz,
  add constraint answered_is_accepted check (answered_at is null or accepted_at is not null);

update conversations c set accepted_at = c.last_at, answered_at = c.last_at
 where exists (select from messages m
                where m.site_id = c.site_id and m.conversation_id = c.id and m.sender_id <> c.started_by);
