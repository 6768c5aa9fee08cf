set local lock_timeout = '5s';

-- A week that the former rule had begun is finished by the version that knows that rule: its lines are not there yet.
do $$ begin
  if exists (select from share_runs where state <> 'done') then
    raise exception 'a week of pass shares is not done: start the former version once more, until it is, and then this one';
  end if;
end $$;

-- Of each pass: what it has earned day by day (earned_minor) is shared, kept for its next weeks, or breakage. What is owed for it is
-- deferred_minor - earned_minor + kept_minor - returned_minor.
alter table subscriptions
  -- Earned in weeks in which its fan used nobody and followed nobody.
  add column kept_minor bigint not null default 0 check (kept_minor >= 0),
  -- What nobody had used when it ended.
  add column breakage_minor bigint not null default 0 check (breakage_minor >= 0),
  -- What of the money still owed, and of the breakage, went back with a refund or a chargeback.
  add column returned_minor bigint not null default 0 check (returned_minor >= 0),
  add column breakage_returned_minor bigint not null default 0 check (breakage_returned_minor between 0 and breakage_minor),
  -- Earned before each pass was shared by itself; what of it nobody claimed is in the common pool.
  add column earned_in_pool_minor bigint not null default 0 check (earned_in_pool_minor >= 0);
update subscriptions set earned_in_pool_minor = earned_minor where earned_minor > 0;
update subscriptions set returned_minor = deferred_minor - earned_minor where status <> 'active' and deferred_minor > earned_minor;
alter table subscriptions
  add check (earned_in_pool_minor + kept_minor + breakage_minor <= earned_minor),
  add check (returned_minor <= deferred_minor - earned_minor + kept_minor);
grant update (kept_minor, breakage_minor, returned_minor, breakage_returned_minor) on subscriptions to peach_app;

-- Runs of the former rule stay as they are. What they had carried is shared by the first week in which a paid pass was used.
alter table share_runs
  add column rule text not null default 'common_pool' check (rule in ('common_pool', 'per_pass')),
  add column breakage_minor bigint not null default 0 check (breakage_minor >= 0),
  add column breakage_tax_minor bigint not null default 0 check (breakage_tax_minor between 0 and breakage_minor);
grant update (breakage_minor, breakage_tax_minor) on share_runs to peach_app;

-- What became in a week of what each pass had earned: shared with those whom its fan used or else followed, kept, or breakage at its end.
-- No references: checking them would lock every pass and every fan until the week is shared, and nobody could buy or be refunded meanwhile.
create table share_passes (
  run_id uuid not null,
  pass_id uuid not null,
  fan_id uuid not null,
  basis text not null check (basis in ('used', 'followed', 'none')),
  earned_minor bigint not null check (earned_minor >= 0),
  kept_before_minor bigint not null check (kept_before_minor >= 0),
  gross_minor bigint not null check (gross_minor >= 0),
  fee_minor bigint not null check (fee_minor between 0 and gross_minor),
  kept_minor bigint not null check (kept_minor >= 0),
  breakage_minor bigint not null check (breakage_minor >= 0),
  primary key (run_id, pass_id),
  check (earned_minor + kept_before_minor = gross_minor + kept_minor + breakage_minor),
  check ((gross_minor > 0) = (basis <> 'none'))
);
create index share_passes_of_pass on share_passes (pass_id);
create index share_passes_of_fan on share_passes (fan_id);
grant select, insert on share_passes to peach_app;

-- A line names the pass that it is of; one fan may have two in a week.
alter table share_lines
  add column pass_id uuid,
  drop constraint share_lines_run_id_fan_id_creator_id_key;
create unique index share_lines_of_pass on share_lines (run_id, pass_id, creator_id) where pass_id is not null;
create unique index share_lines_without_pass on share_lines (run_id, fan_id, creator_id) nulls not distinct where pass_id is null;
