set local lock_timeout = '5s';

-- A bank that was wrong gives the money back, and the creator's part with it: what was taken back counts no more, so that a later refund of
-- the same sale takes the creator's part again instead of ours.
alter table earning_take_backs add column given_back_at timestamptz;
grant update (given_back_at) on earning_take_backs to peach_app;

update earning_take_backs t set given_back_at = e.happened_at
from chargebacks c join journal_entries e on e.id = c.won_entry_id
where t.cause_kind = 'chargeback' and t.cause_id = c.id;
update earnings e set taken_back_minor = e.taken_back_minor - t.minor
from (
  select earning_id, sum(from_pending_minor + from_available_minor + owed_minor)::bigint as minor
  from earning_take_backs where given_back_at is not null group by 1
) t where t.earning_id = e.id;
