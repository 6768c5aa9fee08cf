set local lock_timeout = '5s';

-- Somebody who is shown in these files did not agree, or does not agree any more. It outlives the release: naming somebody else, or a new
-- post with the same files, does not make it undone.
create table release_refusals (
  id uuid primary key,
  creator_id uuid not null references creators,
  performer_id uuid references profiles,
  name text not null check (char_length(name) <= 80),
  kind text not null check (kind in ('declined', 'withdrawn')),
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  refused_at timestamptz not null
);
create index release_refusals_by_content on release_refusals (creator_id, content_sha256);
create index release_refusals_of_performer on release_refusals (performer_id);
grant select, insert on release_refusals to peach_app;
grant select, update (name) on release_refusals to peach_erasure;

alter table releases
  -- How often somebody was asked again.
  add column asked_again smallint not null default 0 check (asked_again between 0 and 3),
  -- Of the link with which an outside person withdraws what they signed.
  add column withdrawal_hash bytea unique;
alter table releases drop constraint releases_state_check;
alter table releases add constraint releases_state_check check (state in ('asked', 'signed', 'declined', 'withdrawn')) not valid;
alter table releases validate constraint releases_state_check;
alter table releases add constraint releases_withdrawal_check check (withdrawal_hash is null or state = 'signed');
grant update (asked_again, withdrawal_hash) on releases to peach_app;
grant update (withdrawal_hash) on releases to peach_erasure;

alter table posts drop constraint posts_review_reasons_check;
alter table posts add constraint posts_review_reasons_check
  check (review_reasons <@ array['person_declined', 'missing_release', 'blocked_match', 'flagged', 'new_creator', 'not_compared']) not valid;
alter table posts validate constraint posts_review_reasons_check;
