set local lock_timeout = '5s';

-- No act ever read a levy of the gateway, and none posted to `taxes`: what the gateway keeps has its levies in it and is booked as its fee.
do $$
begin
  -- Only a correction by hand could have used it.
  if exists (select from ledger_accounts where purpose = 'taxes') then
    raise exception 'somebody has used the account taxes: it has to stay in the chart';
  end if;
end
$$;
alter table rates drop constraint rates_kind_check;
alter table rates add constraint rates_kind_check check (kind in ('platform_fee', 'vat_on_platform_fee', 'withholding_on_payouts'));
