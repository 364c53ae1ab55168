-- Whether a profile and its main photo are shown to visitors who have not logged in. Nobody's are, until they say so.
alter table member_preferences add column shown_to_visitors boolean not null default false;
