set local lock_timeout = '5s';

-- The lists of the team are read page by page in these orders.
create index refunds_newest on refunds (created_at desc, id);
create index chargebacks_newest on chargebacks (opened_at desc, id);
-- Those that wait for somebody first: listPayoutsForStaff.
create index payouts_for_staff on payouts
  ((case state when 'pending' then 2 when 'unknown' then 1 else 0 end) desc, created_at desc, number desc);
