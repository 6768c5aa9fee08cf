set local lock_timeout = '5s';

-- Where a creator's money goes. A change is a new row: asked for, proven by a mailed code, then the one in use; the old ones stay.
create table payout_accounts (
  id uuid primary key,
  creator_id uuid not null references creators,
  kind text not null check (kind in ('mobile_money', 'bank')),
  bank_code text not null check (bank_code ~ '^[A-Za-z0-9_-]{1,40}$'),  -- MTN, AIRTEL, or the gateway's code of a bank
  bank_name text not null check (length(bank_name) between 1 and 100),
  number text not null,
  account_name text not null check (length(account_name) between 2 and 100),
  state text not null default 'asked' check (state in ('asked', 'abandoned', 'in_use', 'replaced')),
  code_hash bytea,
  code_expires_at timestamptz not null,
  attempts smallint not null default 0,
  asked_at timestamptz not null default app_now(),
  confirmed_at timestamptz,
  -- After a change nothing is sent to the new account before this time.
  usable_from timestamptz,
  replaced_at timestamptz,
  -- Whether the account's name is the creator's: the same as an accepted one before, or judged by a person.
  name_check text not null default 'waiting' check (name_check in ('waiting', 'matched', 'accepted', 'refused')),
  name_checked_by uuid references profiles,
  name_checked_at timestamptz,
  check (kind <> 'mobile_money' or (bank_code in ('MTN', 'AIRTEL') and number ~ '^\+2567\d{8}$')),
  check (kind <> 'bank' or number ~ '^\d{6,20}$'),
  check ((state in ('in_use', 'replaced')) = (confirmed_at is not null and usable_from is not null)),
  check ((name_check in ('accepted', 'refused')) = (name_checked_by is not null))
);
create unique index payout_accounts_in_use on payout_accounts (creator_id) where state = 'in_use';
create unique index payout_accounts_asked on payout_accounts (creator_id) where state = 'asked';
create index payout_accounts_of_creator on payout_accounts (creator_id, asked_at desc);
create index payout_accounts_to_check on payout_accounts (confirmed_at) where state = 'in_use' and name_check = 'waiting';
grant select, insert,
  update (state, code_hash, attempts, confirmed_at, usable_from, replaced_at, name_check, name_checked_by, name_checked_at)
  on payout_accounts to peach_app;

-- One row a Friday; without an end it goes on where it stopped.
create table payout_runs (
  day date primary key,
  started_at timestamptz not null default app_now(),
  finished_at timestamptz
);
grant select, insert, update (finished_at) on payout_runs to peach_app;

-- One payout is one transfer at most, under its one reference. What failed is paid by another payout.
create table payouts (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  creator_id uuid not null references creators,
  account_id uuid not null references payout_accounts,
  run_day date references payout_runs,
  part smallint not null default 1 check (part between 1 and 99),
  asked_by uuid references profiles,  -- null: the run, or the retry of a day later
  retry_of uuid unique references payouts,
  gross_minor bigint not null,
  fee_minor bigint not null check (fee_minor >= 0),
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  net_minor bigint not null check (net_minor > 0 and net_minor % 100 = 0),
  approvals_needed smallint not null default 0 check (approvals_needed in (0, 2)),
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'sent', 'unknown', 'completed', 'failed', 'cancelled', 'reversed')),
  reason text,  -- why it waits, or why it failed
  reference text not null unique check (reference ~ '^[A-Za-z0-9_-]{1,100}$'),
  provider_id text,
  provider_fee_minor bigint check (provider_fee_minor >= 0),
  provider_text text,
  lookups smallint not null default 0,
  next_check_at timestamptz,  -- when to try or to ask again; null: nothing is due
  created_at timestamptz not null default app_now(),
  claimed_at timestamptz,  -- from here on it counts as money that left
  sent_at timestamptz,
  failure_seen_at timestamptz,  -- the gateway's word for it; believed when it still says so after a while
  ended_at timestamptz,
  completed_at timestamptz,
  check (gross_minor = fee_minor + tax_minor + net_minor),
  check (run_day is not null or asked_by is not null or retry_of is not null),
  check (state = 'pending' or state = 'cancelled' or claimed_at is not null)
);
create unique index payouts_once_a_run on payouts (creator_id, run_day, part) where run_day is not null;
create index payouts_of_creator on payouts (creator_id, created_at desc);
create index payouts_by_state on payouts (state, created_at desc);
create index payouts_due on payouts (next_check_at) where next_check_at is not null;
create index payouts_that_left on payouts (claimed_at) where claimed_at is not null;
-- The sums of a payout never change, only where it stands.
grant select, insert,
  update (state, reason, provider_id, provider_fee_minor, provider_text, lookups, next_check_at, claimed_at, sent_at, failure_seen_at, ended_at, completed_at)
  on payouts to peach_app;

create function guard_payout_state() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state <> new.state and not (old.state || '>' || new.state = any (array[
    'pending>sending', 'pending>cancelled',
    'sending>sent', 'sending>unknown', 'sending>pending', 'sending>failed', 'sending>completed',
    'sent>completed', 'sent>failed', 'sent>unknown',
    'unknown>sent', 'unknown>pending', 'unknown>completed', 'unknown>failed',
    'completed>reversed', 'failed>completed'])) then
    raise exception 'a payout never goes from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payout_state_moves_forward before update on payouts for each row execute function guard_payout_state();

-- Two different people agree to a large payout.
create table payout_approvals (
  payout_id uuid not null references payouts,
  step smallint not null check (step in (1, 2)),
  approver_id uuid not null references profiles,
  alone boolean not null default false,  -- the owner, while there is no super-admin
  approved_at timestamptz not null default app_now(),
  primary key (payout_id, step)
);
create unique index payout_approvals_by_two on payout_approvals (payout_id, approver_id) where not alone;
grant select, insert on payout_approvals to peach_app;

-- Sending stops by itself when too much leaves or when the gateway refuses us, and goes on when a person says so.
create table payout_halts (
  id uuid primary key,
  reason text not null check (reason in ('hour', 'day', 'gateway')),
  detail text not null default '',
  tripped_at timestamptz not null default app_now(),
  resumed_at timestamptz,
  resumed_by uuid references profiles,
  check ((resumed_at is null) = (resumed_by is null))
);
create unique index payout_halts_open on payout_halts ((true)) where resumed_at is null;
grant select, insert, update (resumed_at, resumed_by) on payout_halts to peach_app;

-- Where somebody's money went is forgotten with the account; sums, dates and references stay.
create function forget_payout_accounts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payout_accounts set account_name = 'Deleted account', code_hash = null,
    number = case kind when 'mobile_money' then '+256700000000' else '000000' end
    where creator_id = new.profile_id;
  update payouts set provider_text = null where creator_id = new.profile_id;
  return null;
end $$;
revoke execute on function forget_payout_accounts() from public;
create trigger account_deletions_forget_payout_accounts after update of state on account_deletions for each row
  when (new.state = 'erased' and old.state is distinct from 'erased') execute function forget_payout_accounts();
