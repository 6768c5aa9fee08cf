set local lock_timeout = '5s';

-- Admins change plans and their features. `version` tells of two at once which one came second.
alter table subscription_plans add column version integer not null default 1;
alter table subscription_plan_features add column version integer not null default 1;
alter table subscription_plan_features add constraint subscription_plan_features_text_check
  check (char_length(feature_text) between 1 and 80);
grant update (display_name, price_ugx, price_usd, currency_primary, discount_percentage, discount_expires_at, is_active, is_featured,
  country_restrictions, version, updated_at) on subscription_plans to peach_app;
grant insert, update (feature_text, feature_icon, display_order, is_active, version) on subscription_plan_features to peach_app;

-- A creator may have the weekly fee taken from earnings. While a creator is suspended or blocked, what is paid stands still.
alter table creators add column fee_auto_pay boolean not null default false;
alter table creators add column fee_paused_at timestamptz;
grant update (fee_auto_pay, fee_paused_at) on creators to peach_app;
grant update (starts_at, ends_at) on creator_listings to peach_app;
update creators c set fee_paused_at = s.since
from (select profile_id, min(imposed_at) as since from suspensions where lifted_at is null group by profile_id) s
join profiles p on p.id = s.profile_id
where c.profile_id = s.profile_id and (p.account_status = 'suspended' or p.is_blocked);

-- Each reminder of the fee once: of one end of the paid time, one of each kind.
create table creator_fee_reminders (
  creator_id uuid not null references creators,
  ends_at timestamptz not null,
  kind text not null check (kind in ('two_days', 'one_day', 'hidden')),
  sent_at timestamptz not null default app_now(),
  primary key (creator_id, ends_at, kind)
);
create index creator_listings_ending on creator_listings (ends_at, creator_id) where revoked_at is null;
grant select, insert on creator_fee_reminders to peach_app;
