set local lock_timeout = '5s';

-- Written with each look at the gateway's list, and read by nobody.
alter table chargebacks drop column seen_at;
