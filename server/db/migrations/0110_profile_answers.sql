-- Answers to prompts on the profile: [{"prompt": "evening", "text": "…"}], at most three (contract/src/prompts.ts).
alter table member_details add column answers jsonb not null default '[]';
