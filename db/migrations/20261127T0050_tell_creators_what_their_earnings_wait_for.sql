set local lock_timeout = '5s';

-- When a creator was last told that earnings wait for a payout account.
create table payout_account_reminders (
  creator_id uuid primary key references creators (profile_id),
  reminded_at timestamptz not null default app_now()
);
grant select, insert, delete, update (reminded_at) on payout_account_reminders to peach_app;
grant select, delete on payout_account_reminders to peach_erasure;

-- When a creator was told, once, that their earnings can pay the weekly fee.
alter table creators add column fee_auto_pay_offered_at timestamptz;
grant update (fee_auto_pay_offered_at) on creators to peach_app;
