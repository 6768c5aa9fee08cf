set local lock_timeout = '5s';

-- What somebody chose to be told, and by which way. A missing row means the default of the kind (app/domain/notifications/choices.ts).
create table notification_choices (
  profile_id uuid not null references profiles,
  kind text not null check (kind in ('creator_live', 'new_post', 'message', 'payment', 'booking', 'payout', 'review_result', 'fee_reminder')),
  channel text not null check (channel in ('email', 'push')),
  wanted boolean not null,
  changed_at timestamptz not null default app_now(),
  primary key (profile_id, kind, channel)
);
grant select, insert, update (wanted, changed_at), delete on notification_choices to peach_app;

-- Where a fan stands in the wizard. The draft's fields are as they were typed; they are emptied once the profile has them.
create table fan_onboardings (
  profile_id uuid primary key references profiles,
  version int not null default 1,  -- counts the writes of the draft: a tab that is behind learns it
  draft_display_name text not null default '',
  draft_day text not null default '',
  draft_month text not null default '',
  draft_year text not null default '',
  draft_city text not null default '',
  draft_tab text not null default '',  -- which open page wrote it last
  plan text check (plan in ('monthly', 'annual')),
  alerts_chosen_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
grant select, insert, delete,
  update (version, draft_display_name, draft_day, draft_month, draft_year, draft_city, draft_tab, plan, alerts_chosen_at, updated_at)
  on fan_onboardings to peach_app;
create index fan_onboardings_by_age on fan_onboardings (updated_at) where alerts_chosen_at is null;

-- Until now nobody could give a username up.
grant insert on former_usernames to peach_app;
