set local lock_timeout = '5s';

-- Everything that fans and creators buy is a purchase, whatever it is paid from.
alter table purchases drop constraint purchases_kind_check;
alter table purchases add constraint purchases_kind_check
  check (kind in ('pass', 'post_unlock', 'creator_fee', 'wallet_top_up'));
alter table purchases add column paid_from text not null default 'gateway'
  check (paid_from in ('gateway', 'wallet', 'earnings'));

-- A week can be paid from a balance too: then no transaction belongs to it.
alter table creator_fee_weeks alter column transaction_id drop not null;

-- A decision about somebody's pot reads it locked. Balance rows are locked in the order of their ids, as posting locks them; locking lets
-- nobody change them.
create function lock_ledger_balances(p_accounts uuid[]) returns table (account_id uuid, balance_minor bigint)
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  perform from ledger_balances b where b.account_id = any (p_accounts) order by b.account_id for update of b;
  return query select b.account_id, b.balance_minor from ledger_balances b where b.account_id = any (p_accounts);
end $$;
revoke execute on function lock_ledger_balances(uuid[]) from public;
grant execute on function lock_ledger_balances(uuid[]) to peach_app;

-- Every single earning of a creator: pending until available_at, then available. The creator's pots in the ledger are the sums of these.
create table earnings (
  id uuid primary key,
  creator_id uuid not null references creators,
  source text not null check (source in ('unlock', 'tip', 'subscription', 'pass_share', 'message', 'call', 'booking', 'custom_request', 'live')),
  cause_kind text not null,
  cause_id uuid not null,
  entry_id uuid not null references journal_entries,
  gross_minor bigint not null check (gross_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  net_minor bigint not null check (net_minor >= 0),
  -- What refunds and chargebacks have taken back: from the pending part while it was pending, from elsewhere afterwards.
  taken_back_minor bigint not null default 0 check (taken_back_minor between 0 and net_minor),
  earned_at timestamptz not null,
  available_at timestamptz not null,
  released_at timestamptz,
  check (gross_minor = fee_minor + net_minor),
  unique (cause_kind, cause_id, creator_id)
);
create index earnings_of_creator on earnings (creator_id, earned_at desc);
create index earnings_to_release on earnings (available_at, creator_id) where released_at is null;
grant select, insert, update (taken_back_minor, released_at) on earnings to peach_app;

-- What was earned before this table: each stands in the ledger already.
insert into earnings (id, creator_id, source, cause_kind, cause_id, entry_id, gross_minor, fee_minor, net_minor, earned_at, available_at)
select gen_random_uuid(), a.owner_id, 'unlock', 'purchase', t.purchase_id, e.id,
  u.amount_minor, u.amount_minor + p.amount_minor, -p.amount_minor, e.happened_at, e.happened_at + interval '7 days'
from journal_entries e
join postings p on p.entry_id = e.id
join ledger_accounts a on a.id = p.account_id and a.purpose = 'creator_pending'
join transactions t on t.id = e.cause_id
join purchases u on u.id = t.purchase_id
where e.kind = 'unlock_paid' and p.currency = 'UGX';
