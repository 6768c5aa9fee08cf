set local lock_timeout = '5s';

-- The owner adds plans of any length. What a name stands for never changes: payments, codes and records refer to it, and to the length.
alter table subscription_plans
  drop constraint subscription_plans_name_check,
  add column length_count smallint,
  add column length_unit text,
  add column position smallint,
  add column retired_at timestamptz;
update subscription_plans set length_count = 1,
  length_unit = case name when 'monthly' then 'month' else 'year' end,
  position = case name when 'monthly' then 1 else 2 end;
-- Two plans could be given the same name before; from now on they can't.
update subscription_plans a set display_name = left(a.display_name, 33) || ' (year)'
  where a.name = 'annual' and exists (
    select from subscription_plans m where m.name = 'monthly' and lower(m.display_name) = lower(a.display_name));
alter table subscription_plans
  alter column length_count set not null,
  alter column length_unit set not null,
  alter column position set not null,
  add constraint subscription_plans_name_check check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(name) <= 24),
  add constraint subscription_plans_length_unit_check check (length_unit in ('day', 'week', 'month', 'year')),
  add constraint subscription_plans_length_check check (
    length_count between 1 and case length_unit when 'day' then 730 when 'week' then 104 when 'month' then 24 else 2 end),
  add constraint subscription_plans_retired_check check (retired_at is null or not (is_active or is_featured));
create unique index subscription_plans_one_name on subscription_plans (lower(display_name))
  where retired_at is null and not is_substitute;
grant update (position, retired_at) on subscription_plans to peach_app;

alter table fan_onboardings
  drop constraint fan_onboardings_plan_check,
  add constraint fan_onboardings_plan_check check (plan ~ '^[a-z0-9-]{1,24}$');
alter table promo_codes drop constraint promo_codes_applicable_plans_check;
