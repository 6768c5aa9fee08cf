set local lock_timeout = '5s';

-- Who has the weekly fee taken from earnings has agreed to a sum, and pays no more than that by itself.
alter table creators add column fee_auto_pay_minor bigint check (fee_auto_pay_minor > 0);
update creators
set fee_auto_pay_minor = coalesce((select (value #>> '{}')::bigint from settings where name = 'creatorFeeMinor'), 6000000)
where fee_auto_pay;
alter table creators drop column fee_auto_pay;
grant update (fee_auto_pay_minor) on creators to peach_app;
