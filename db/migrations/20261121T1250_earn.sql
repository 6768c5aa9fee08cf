set local lock_timeout = '5s';

-- Rates that money is split by, each from a moment on. Nothing is edited: a new row follows the old one. A kind without a row is none.
create table rates (
  id uuid primary key,
  kind text not null check (kind in ('platform_fee', 'vat_on_platform_fee', 'gateway_levy', 'withholding_on_payouts')),
  basis_points integer not null check (basis_points between 0 and 10000),
  holds_from timestamptz not null,
  set_by uuid references profiles,
  reason text not null check (length(reason) between 3 and 500),
  created_at timestamptz not null default app_now(),
  -- What the owner sets is a whole percentage.
  check (kind <> 'platform_fee' or basis_points % 100 = 0)
);
create index rates_in_force on rates (kind, holds_from desc, id desc);
create trigger rates_are_append_only before update or delete on rates for each row execute function refuse_change();
create trigger rates_are_never_emptied before truncate on rates for each statement execute function refuse_change();
grant select, insert on rates to peach_app;

insert into rates (id, kind, basis_points, holds_from, reason)
  values ('01970000-0000-7000-8000-000000000001', 'platform_fee', 2000, '2000-01-01T00:00:00Z', 'the platform fee from the beginning');
-- What the owner has set until now moves here; the table of settings no longer knows it.
insert into rates (id, kind, basis_points, holds_from, set_by, reason, created_at)
  select id, 'platform_fee', (new_value #>> '{}')::integer * 100, changed_at, changed_by, reason, changed_at
  from setting_changes where name = 'platformFeePercentage';
delete from settings where name = 'platformFeePercentage';

-- How much of an earning has left the pending pot before its release: taken back for this or for another earning of the creator.
alter table earnings add column pending_used_minor bigint not null default 0 check (pending_used_minor between 0 and net_minor);
-- What refunds took from it before this column was there, they took while it was pending.
update earnings set pending_used_minor = taken_back_minor where released_at is null;
create index earnings_of_entry on earnings (entry_id);
grant update (pending_used_minor) on earnings to peach_app;

-- Each time that a refund or a chargeback takes back from a creator, and from which of their pots; what is in none is owed.
create table earning_take_backs (
  id uuid primary key,
  earning_id uuid not null references earnings,
  creator_id uuid not null references creators,
  cause_kind text not null,
  cause_id uuid not null,
  from_pending_minor bigint not null check (from_pending_minor >= 0),
  from_available_minor bigint not null check (from_available_minor >= 0),
  owed_minor bigint not null check (owed_minor >= 0),
  taken_at timestamptz not null,
  check (from_pending_minor + from_available_minor + owed_minor > 0),
  unique (cause_kind, cause_id, earning_id)
);
create index earning_take_backs_of_creator on earning_take_backs (creator_id, taken_at desc);
grant select, insert on earning_take_backs to peach_app;

-- A day on which a fan looked at a creator's posts (or chatted, called, watched live). Days of Kampala.
create table creator_uses (
  fan_id uuid not null references profiles,
  creator_id uuid not null references creators,
  day date not null,
  primary key (day, fan_id, creator_id),
  check (fan_id <> creator_id)
);
create index creator_uses_of_fan on creator_uses (fan_id, day);
grant select, insert, delete on creator_uses to peach_app;

-- How much of a pass has been earned by the weekly runs and has left what is owed as service.
alter table subscriptions add column earned_minor bigint not null default 0 check (earned_minor >= 0);
grant update (earned_minor) on subscriptions to peach_app;

-- One run shares what passes earned in a week, Monday to Sunday of Kampala.
create table share_runs (
  id uuid primary key,
  week date not null unique check (extract(isodow from week) = 1),
  state text not null check (state in ('earned', 'split', 'done')),
  fee_percentage smallint not null check (fee_percentage between 0 and 100),
  gross_minor bigint not null default 0 check (gross_minor >= 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  -- What a week before could give to nobody, and what this one can't; the fee is shown beside it and was taken when it was earned.
  carried_in_minor bigint not null check (carried_in_minor >= 0),
  carried_in_fee_minor bigint not null check (carried_in_fee_minor >= 0),
  carried_out_minor bigint not null default 0 check (carried_out_minor >= 0),
  carried_out_fee_minor bigint not null default 0 check (carried_out_fee_minor >= 0),
  checksum text,
  started_at timestamptz not null default app_now(),
  done_at timestamptz,
  check ((state = 'done') = (done_at is not null)),
  check ((state = 'done') = (checksum is not null))
);
grant select, insert, update (state, gross_minor, fee_minor, carried_out_minor, carried_out_fee_minor, checksum, done_at) on share_runs to peach_app;

-- What each fan's passes earned in the week.
create table share_fans (
  run_id uuid not null references share_runs,
  fan_id uuid not null references profiles,
  gross_minor bigint not null check (gross_minor > 0),
  fee_minor bigint not null check (fee_minor between 0 and gross_minor),
  primary key (run_id, fan_id)
);
create index share_fans_of_fan on share_fans (fan_id);
grant select, insert on share_fans to peach_app;

-- How it was shared. The common pool has no fan. No references: half a million rows a week, whose both ends stand in the tables beside it.
create table share_lines (
  run_id uuid not null,
  fan_id uuid,
  creator_id uuid not null,
  basis text not null check (basis in ('used', 'followed', 'common')),
  weight integer not null check (weight > 0),
  net_minor bigint not null check (net_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  check ((basis = 'common') = (fan_id is null)),
  unique nulls not distinct (run_id, fan_id, creator_id)
);
create index share_lines_of_creator on share_lines (run_id, creator_id);
create index share_lines_of_fan on share_lines (fan_id);
grant select, insert on share_lines to peach_app;

-- What a creator got of a run: one entry and one earning each.
create table share_payments (
  run_id uuid not null references share_runs,
  creator_id uuid not null references creators,
  fans integer not null check (fans >= 0),
  days integer not null check (days >= 0),
  net_minor bigint not null check (net_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  entry_id uuid references journal_entries,
  primary key (run_id, creator_id)
);
create index share_payments_of_creator on share_payments (creator_id, run_id);
create index share_payments_to_post on share_payments (run_id, creator_id) where entry_id is null;
grant select, insert, update (entry_id) on share_payments to peach_app;
