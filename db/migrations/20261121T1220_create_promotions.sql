set local lock_timeout = '5s';

-- Codes that take a percentage off a pass. usage_count never goes above usage_limit, whoever counts.
create table promo_codes (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,38}[A-Z0-9]$'),
  discount_percentage smallint not null check (discount_percentage between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  expires_at timestamptz,
  usage_limit integer check (usage_limit > 0),
  usage_count integer not null default 0 check (usage_count >= 0 and (usage_limit is null or usage_count <= usage_limit)),
  -- Empty: everywhere, and every plan. Countries are ISO 3166 codes of two letters.
  country_restrictions text[] not null default '{}',
  applicable_plans text[] not null default '{}' check (applicable_plans <@ array['monthly', 'annual']),
  is_active boolean not null default true,
  created_by uuid references profiles,
  created_at timestamptz not null default app_now()
);
grant select, insert, update (description, expires_at, usage_limit, usage_count, is_active) on promo_codes to peach_app;

-- One row a person and code, for good: reserved when a payment starts, confirmed when it is paid, given back when it ends without money.
-- A person is an address, kept as a keyed hash: visitors buy too.
create table promo_redemptions (
  id uuid primary key,
  promo_code_id uuid not null references promo_codes,
  person_hash bytea not null,
  purchase_id uuid not null references purchases,
  state text not null check (state in ('reserved', 'confirmed', 'given_back')),
  reserved_at timestamptz not null default app_now(),
  ended_at timestamptz,
  check ((state = 'reserved') = (ended_at is null)),
  unique (promo_code_id, person_hash)
);
create index promo_redemptions_of_purchase on promo_redemptions (purchase_id);
create index promo_redemptions_reserved on promo_redemptions (reserved_at) where state = 'reserved';
grant select, insert, update (purchase_id, state, reserved_at, ended_at) on promo_redemptions to peach_app;

-- What a discount of 100 percent gives is a purchase too, with nothing to pay and no entry in the ledger.
alter table purchases drop constraint purchases_amount_minor_check;
alter table purchases drop constraint purchases_paid_from_check;
alter table purchases add constraint purchases_paid_from_check check (paid_from in ('gateway', 'wallet', 'earnings', 'nothing'));
alter table purchases add constraint purchases_amount_minor_check check (amount_minor > 0 or (amount_minor = 0 and paid_from = 'nothing'));

-- What is owed as service for a pass, in shillings: a payment in dollars is exchanged when it arrives, at the owner's rate of that moment.
alter table subscriptions add column deferred_minor bigint check (deferred_minor >= 0);
alter table subscriptions add column shillings_per_dollar integer check (shillings_per_dollar > 0);
grant update (deferred_minor, shillings_per_dollar) on subscriptions to peach_app;
update subscriptions s set deferred_minor = p.amount_minor from purchases p where p.id = s.purchase_id and p.currency = 'UGX';

-- What a fan wants at the end of a pass. Without a row: reminders, and nothing by itself. tried_for: the end that a renewal was tried for.
create table subscription_renewals (
  account_id uuid primary key references profiles,
  mode text not null check (mode in ('automatic', 'cancelled')),
  -- The price that was agreed to: above it nothing renews by itself.
  agreed_minor bigint check (agreed_minor > 0),
  chosen_at timestamptz not null default app_now(),
  tried_for timestamptz,
  check ((mode = 'automatic') = (agreed_minor is not null))
);
grant select, insert, delete, update (mode, agreed_minor, chosen_at, tried_for) on subscription_renewals to peach_app;

-- What was told about an end, so that it is told once.
create table subscription_notices (
  account_id uuid not null references profiles,
  ends_at timestamptz not null,
  kind text not null check (kind in ('three_days', 'one_day', 'ended', 'not_renewed')),
  told_at timestamptz not null default app_now(),
  primary key (account_id, ends_at, kind)
);
grant select, insert on subscription_notices to peach_app;
create index subscriptions_ending on subscriptions (expires_at) where status = 'active';

-- A built-in plan that a sale brought back, because its row was gone: it is no plan that somebody has switched off.
alter table subscription_plans add column is_standing_in boolean not null default false;
grant update (is_standing_in) on subscription_plans to peach_app;
