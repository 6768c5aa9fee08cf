set local lock_timeout = '5s';

-- MTN sells SIM cards of 039 and Airtel of 020, with a wallet like those of 07.
do $$
declare
  old name;
begin
  select conname into strict old from pg_constraint
  where conrelid = 'payout_accounts'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%2567%';
  execute format('alter table payout_accounts drop constraint %I', old);
end $$;
alter table payout_accounts add constraint payout_accounts_wallet_check check (kind <> 'mobile_money'
  or (bank_code in ('MTN', 'AIRTEL') and number ~ '^\+256(7\d|20|39)\d{7}$'));
