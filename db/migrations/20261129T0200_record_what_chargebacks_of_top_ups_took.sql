set local lock_timeout = '5s';

-- What a bank took of money that a wallet had spent on messages and delivered requests: which part of each earning's price the chargeback
-- of the top-up covers, and what of it was reversed from the creator. Nothing was reversed where nothing ties the creator to the payer.
create table chargeback_spendings (
  chargeback_id uuid not null references chargebacks,
  earning_id uuid not null references earnings,
  creator_id uuid not null references creators (profile_id),
  amount_minor bigint not null check (amount_minor > 0),
  reversed_minor bigint not null check (reversed_minor between 0 and amount_minor),
  recorded_at timestamptz not null default app_now(),
  primary key (chargeback_id, earning_id)
);
create index chargeback_spendings_of_earning on chargeback_spendings (earning_id);
create index chargeback_spendings_of_creator on chargeback_spendings (creator_id);
grant select, insert on chargeback_spendings to peach_app;

-- Chargebacks of before asked nobody about these: what a wallet spent between the top-up and the chargeback is recorded as our loss, as far
-- as the loss goes, the newest first.
insert into chargeback_spendings (chargeback_id, earning_id, creator_id, amount_minor, reversed_minor, recorded_at)
select chargeback_id, earning_id, creator_id, least(gross_minor, loss_minor - before_minor), 0, booked_at
from (
  select c.id as chargeback_id, e.id as earning_id, e.creator_id, e.gross_minor, j.recorded_at as booked_at, loss.minor as loss_minor,
    coalesce(sum(e.gross_minor) over (partition by c.id order by coalesce(h.placed_at, e.earned_at) desc, e.id desc
      rows between unbounded preceding and 1 preceding), 0) as before_minor,
    row_number() over (partition by e.id order by j.recorded_at) as nth
  from chargebacks c
    join purchases p on p.id = c.purchase_id and p.kind = 'wallet_top_up'
    join journal_entries j on j.id = c.entry_id
    join lateral (select coalesce(sum(l.amount_minor), 0) as minor from postings l join ledger_accounts a on a.id = l.account_id
      where l.entry_id = c.entry_id and a.purpose = 'chargeback_losses') loss on loss.minor > 0
    join ledger_accounts w on w.owner_id = p.buyer_id and w.purpose in ('wallet', 'wallet_holds')
    join postings s on s.account_id = w.id and s.amount_minor > 0
    join earnings e on e.entry_id = s.entry_id and e.cause_kind <> 'purchase'
    left join wallet_holds h on h.owner_id = w.owner_id and h.ended_entry_id = s.entry_id
  where c.won_entry_id is null and coalesce(h.placed_at, e.earned_at) >= p.completed_at and j.recorded_at > e.earned_at
) spent
where nth = 1 and before_minor < loss_minor;
