set local lock_timeout = '5s';

-- The network or bank doesn't pay to this account (closed, unknown, barred): nothing more is sent to it until its creator confirms or changes it.
alter table payout_accounts
  add column refused_at timestamptz,
  add column refused_reason text,
  -- When its creator last said that it is right after all.
  add column retried_at timestamptz,
  add constraint refused_with_a_reason check ((refused_at is null) = (refused_reason is null)) not valid;
alter table payout_accounts validate constraint refused_with_a_reason;
grant update (refused_at, refused_reason, retried_at) on payout_accounts to peach_app;
