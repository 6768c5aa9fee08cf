set local lock_timeout = '5s';

create table subscription_plans (
  id uuid primary key,
  name text not null unique check (name in ('monthly', 'annual')),
  display_name text not null,
  price_ugx bigint not null check (price_ugx > 0 and price_ugx % 100 = 0),
  price_usd bigint not null check (price_usd > 0),
  currency_primary char(3) not null default 'UGX' check (currency_primary in ('UGX', 'USD')),
  discount_percentage smallint not null default 0 check (discount_percentage between 0 and 100),
  discount_expires_at timestamptz,
  is_active boolean not null default true,
  is_featured boolean not null default false,
  country_restrictions text[] not null default '{}',
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);

create table subscription_plan_features (
  id uuid primary key,
  plan_id uuid not null references subscription_plans,
  feature_text text not null,
  feature_icon text not null,
  display_order smallint not null,
  is_active boolean not null default true
);

-- What is for sale from the first start on; the owner changes prices, discounts and words later.
insert into subscription_plans (id, name, display_name, price_ugx, price_usd, is_featured) values
  ('01970000-0000-7000-8000-000000000001', 'monthly', 'Monthly', 18000000, 499, false),
  ('01970000-0000-7000-8000-000000000002', 'annual', 'Annual', 150000000, 4999, true);
insert into subscription_plan_features (id, plan_id, feature_text, feature_icon, display_order)
  select ('01970000-0000-7000-8001-' || lpad((p.ordinal * 10 + f.display_order)::text, 12, '0'))::uuid, p.id, f.words, f.icon, f.display_order
  from (values (1, '01970000-0000-7000-8000-000000000001'::uuid), (2, '01970000-0000-7000-8000-000000000002'::uuid)) as p (ordinal, id),
    (values (1, 'Unlocked profiles', 'lock-open'), (2, 'Paid private chats', 'message-circle'), (3, 'Live video calls', 'video'),
      (4, 'New peaches weekly', 'sparkles')) as f (display_order, words, icon);

-- The intention to buy one thing at a price that we fixed.
create table purchases (
  id uuid primary key,
  kind text not null check (kind in ('pass', 'post_unlock')),
  product_id uuid not null,
  product_name text not null,
  buyer_id uuid references profiles,
  buyer_scope text not null,  -- the account, or the browser of a visitor: keys and open purchases are unique within it
  buyer_email text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null check (currency in ('UGX', 'USD')),
  quote jsonb not null,
  intent jsonb not null default '{}',
  idempotency_key text not null unique,
  starter_hash bytea not null,  -- only the browser that started it is told whose it is
  state text not null default 'open' check (state in ('open', 'completed', 'given_up')),
  user_created boolean not null default false,
  created_at timestamptz not null default app_now(),
  completed_at timestamptz
);
create index purchases_of_buyer on purchases (buyer_id, created_at desc);
create unique index purchases_one_open on purchases (buyer_scope, kind, product_id) where state = 'open';

-- The specification's table of payments: one attempt to collect at the gateway.
create table transactions (
  id uuid primary key,
  purchase_id uuid not null references purchases,
  user_id uuid references profiles,
  unauthenticated boolean not null,
  flutterwave_tx_ref text not null unique,
  transaction_type text not null,
  payment_method text not null check (payment_method in ('card', 'mobile_money')),
  network text check (network in ('MTN', 'AIRTEL')),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null check (currency in ('UGX', 'USD')),
  phone_number text,
  email text not null,
  customer_name text not null,
  description text not null,
  metadata jsonb not null default '{}',
  status text not null default 'pending'
    check (status in ('pending', 'succeeded', 'failed', 'cancelled', 'expired', 'review')),
  stage text not null default 'created' check (stage in ('created', 'initiating', 'awaiting_customer', 'processing', 'closed')),
  checkout_link text,
  link_expires_at timestamptz,
  calling_until timestamptz,  -- while the gateway is asked for a link; a process that died leaves it to lapse
  failure_code text,
  failure_text text,
  next_check_at timestamptz,
  check_count integer not null default 0,
  last_checked_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index transactions_to_check on transactions (next_check_at) where next_check_at is not null;
create index transactions_of_purchase on transactions (purchase_id, created_at desc);
create index transactions_of_user on transactions (user_id, created_at desc);

-- Every charge that the gateway has shown us under one of our references, and what we did with it. One charge is settled once.
create table gateway_charges (
  gateway text not null,
  provider_id text not null,
  transaction_id uuid not null references transactions,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'unknown')),
  raw_status text not null,
  amount_minor bigint,
  currency text,
  fee_minor bigint,
  charged_minor bigint,
  account_id text,
  processor_text text,
  payment_type text,
  outcome text not null default 'none' check (outcome in ('none', 'settled', 'refund_due', 'review')),
  seen_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (gateway, provider_id)
);
create index gateway_charges_of_transaction on gateway_charges (transaction_id);

create table webhook_events (
  id uuid primary key,
  gateway text not null,
  body_sha256 bytea not null,
  kind text not null,
  provider_id text,
  tx_ref text,
  body text not null,
  copies integer not null default 1,
  state text not null default 'received' check (state in ('received', 'processed', 'unknown_reference', 'unreadable')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz default app_now(),
  received_at timestamptz not null default app_now(),
  last_received_at timestamptz not null default app_now(),
  processed_at timestamptz,
  unique (gateway, body_sha256)
);
create index webhook_events_to_process on webhook_events (next_attempt_at) where state = 'received';

create table refunds (
  id uuid primary key,
  transaction_id uuid not null references transactions,
  gateway text not null,
  provider_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  reason text not null check (reason in ('arrived_late', 'paid_twice', 'paid_too_much', 'product_gone')),
  state text not null default 'requested' check (state in ('requested')),
  created_at timestamptz not null default app_now(),
  unique (gateway, provider_id, reason)
);

create table subscriptions (
  id uuid primary key,
  user_id uuid not null references profiles,
  plan_id uuid not null references subscription_plans,
  purchase_id uuid not null unique references purchases,
  status text not null default 'active' check (status in ('active', 'refunded', 'cancelled')),
  starts_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > starts_at),
  created_at timestamptz not null default app_now()
);
create index subscriptions_of_user on subscriptions (user_id, expires_at desc) where status = 'active';

create table user_access (
  id uuid primary key,
  user_id uuid not null references profiles,
  access_type text not null default 'full_access' check (access_type in ('full_access')),
  expires_at timestamptz,
  reason text not null,
  granted_by uuid references profiles,
  revoked_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index user_access_of_user on user_access (user_id) where revoked_at is null;

create table unlocks (
  id uuid primary key,
  user_id uuid not null references profiles,
  post_id uuid not null references posts,
  purchase_id uuid not null unique references purchases,
  revoked_at timestamptz,
  created_at timestamptz not null default app_now()
);
create unique index unlocks_once on unlocks (user_id, post_id) where revoked_at is null;

-- Every right with its source and its end, in one shape. Each branch is one table and one index look-up; nothing is stored twice.
create view entitlements as
  select user_id as account_id, 'all_creators' as grants, null::uuid as object_id, 'subscription' as source_kind, id as source_id,
         starts_at, expires_at as ends_at
    from subscriptions where status = 'active'
  union all
  select user_id, 'all_creators', null, 'user_access', id, created_at, expires_at from user_access where revoked_at is null
  union all
  select user_id, 'post', post_id, 'unlock', id, created_at, null from unlocks where revoked_at is null
  union all
  select creator_id, 'listed', null, 'creator_listing', id, starts_at, ends_at from creator_listings where revoked_at is null;
