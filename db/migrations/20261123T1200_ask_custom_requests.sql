set local lock_timeout = '5s';

-- Quotes had no pages, so nobody has one. Where somebody has, their money is not dropped with the table.
do $$ begin
  if exists (select from custom_request_quotes) then raise exception 'custom_request_quotes has rows: end and pay them first'; end if;
end $$;
drop table custom_request_quotes;

-- A fan's request for something custom. The price is held from the moment of asking until delivery, or returned.
create table custom_requests (
  id uuid primary key,
  -- The reference for people: CR-1001.
  number bigint generated always as identity (start with 1001) unique,
  fan_id uuid not null references profiles,
  creator_id uuid not null references creators,
  -- Of the form: sent twice, it is one request.
  attempt text not null,
  kind text not null check (kind in ('photo', 'video', 'voice', 'call')),
  words text not null check (char_length(words) <= 500),
  wanted_by date not null,
  -- What is held; while the creator asks another price, that is in changed_price_minor.
  price_minor bigint not null check (price_minor > 0 and price_minor % 100 = 0),
  changed_price_minor bigint check (changed_price_minor > 0 and changed_price_minor % 100 = 0),
  currency char(3) not null default 'UGX' check (currency = 'UGX'),
  -- Each change of the price counts up: who confirms names what they saw.
  version integer not null default 1 check (version > 0),
  state text not null default 'asked'
    check (state in ('asked', 'price_changed', 'accepted', 'delivered', 'declined', 'withdrawn', 'lapsed', 'not_delivered')),
  hold_id uuid not null unique references wallet_holds,
  asked_at timestamptz not null,
  answer_by timestamptz not null,
  -- The end of the day wanted_by in Kampala: the hold ends then.
  deliver_by timestamptz not null,
  accepted_at timestamptz,
  closed_at timestamptz,
  unique (fan_id, attempt),
  check (creator_id <> fan_id),
  check (answer_by > asked_at and answer_by <= deliver_by),
  check ((state = 'price_changed') = (changed_price_minor is not null)),
  check ((state in ('accepted', 'delivered', 'not_delivered')) = (accepted_at is not null)),
  check ((state in ('asked', 'price_changed', 'accepted')) = (closed_at is null))
);
create index custom_requests_of_fan on custom_requests (fan_id, id desc);
create index custom_requests_of_creator on custom_requests (creator_id, id desc);
create index custom_requests_open on custom_requests (creator_id) where state in ('asked', 'price_changed', 'accepted');

-- What a creator delivers: only that fan sees it, from the delivery on.
create table custom_request_media (
  request_id uuid not null references custom_requests,
  media_id uuid not null references media,
  position integer not null check (position >= 0),
  primary key (request_id, media_id)
);
create index custom_request_media_of_medium on custom_request_media (media_id);

-- Which kinds a creator takes, and from which price; without a row, as the settings say.
create table custom_request_offers (
  creator_id uuid not null references creators,
  kind text not null check (kind in ('photo', 'video', 'voice', 'call')),
  is_on boolean not null,
  min_price_minor bigint not null check (min_price_minor > 0 and min_price_minor % 100 = 0),
  changed_at timestamptz not null default app_now(),
  primary key (creator_id, kind)
);

-- A form that the wallet was too small for, kept while its fan tops up.
create table custom_request_drafts (
  fan_id uuid not null references profiles,
  creator_id uuid not null references creators,
  kind text not null,
  words text not null check (char_length(words) <= 2000),
  wanted_by text not null,
  price text not null,
  saved_at timestamptz not null default app_now(),
  primary key (fan_id, creator_id)
);

-- One open hold for a cause: another price ends one hold and places the next.
alter table wallet_holds drop constraint wallet_holds_cause_kind_cause_id_key;
create unique index wallet_holds_of_cause on wallet_holds (cause_kind, cause_id) where state = 'held';
create index wallet_holds_by_cause on wallet_holds (cause_id, cause_kind);

alter table notification_choices drop constraint notification_choices_kind_check;
alter table notification_choices add constraint notification_choices_kind_check
  check (kind in ('creator_live', 'new_post', 'message', 'payment', 'booking', 'custom_request', 'payout', 'review_result', 'fee_reminder')) not valid;
alter table notification_choices validate constraint notification_choices_kind_check;

grant select, insert, update (price_minor, changed_price_minor, version, state, hold_id, answer_by, accepted_at, closed_at)
  on custom_requests to peach_app;
grant select, insert, delete on custom_request_media to peach_app;
grant select, insert, update (is_on, min_price_minor, changed_at) on custom_request_offers to peach_app;
grant select, insert, delete, update (kind, words, wanted_by, price, saved_at) on custom_request_drafts to peach_app;
grant select, update (words) on custom_requests to peach_erasure;
grant select, delete on custom_request_media, custom_request_drafts, custom_request_offers to peach_erasure;
