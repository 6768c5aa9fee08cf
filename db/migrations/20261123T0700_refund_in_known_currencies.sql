set local lock_timeout = '5s';

-- As every other table of amounts: its type in db/types.ts comes from this check.
alter table refunds add constraint refunds_currency_check check (currency in ('UGX', 'USD'));
