set local lock_timeout = '5s';

-- A payout that went to another name than the account's says so itself, also where it ended before today.
update payouts o set reason = 'other_name'
where o.state = 'completed' and o.reason is null and exists (
  select from activity a where a.object_kind = 'payout' and a.object_id = o.id::text and a.act = 'payout_needs_review'
    and a.detail ->> 'reason' = 'other_name');
