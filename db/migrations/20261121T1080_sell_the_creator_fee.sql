set local lock_timeout = '5s';

-- The weekly fee is bought as everything else is: by a purchase with its payment.
alter table purchases drop constraint purchases_kind_check;
alter table purchases add constraint purchases_kind_check check (kind in ('pass', 'post_unlock', 'creator_fee'));
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('arrived_late', 'paid_twice', 'paid_too_much', 'product_gone', 'not_approved'));

-- A paid week of visibility. Paid before the approval it waits, without a beginning; then it begins with the approval, or its money goes back.
create table creator_fee_weeks (
  id uuid primary key,
  creator_id uuid not null references creators,
  purchase_id uuid not null unique references purchases,
  transaction_id uuid not null references transactions,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null check (currency in ('UGX', 'USD')),
  paid_at timestamptz not null,
  starts_at timestamptz,
  ends_at timestamptz,
  earned_at timestamptz,
  returned_at timestamptz,
  created_at timestamptz not null default app_now(),
  check ((starts_at is null) = (ends_at is null)),
  check (ends_at > starts_at),
  check (earned_at is null or ends_at is not null),
  check (returned_at is null or starts_at is null)
);
create index creator_fee_weeks_waiting on creator_fee_weeks (creator_id, paid_at) where starts_at is null and returned_at is null;
create index creator_fee_weeks_to_earn on creator_fee_weeks (ends_at) where earned_at is null and ends_at is not null;

grant select, insert, update (starts_at, ends_at, earned_at, returned_at) on creator_fee_weeks to peach_app;
