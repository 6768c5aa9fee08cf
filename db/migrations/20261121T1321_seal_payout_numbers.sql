set local lock_timeout = '5s';

-- Phone and account numbers rest sealed, each for its row. A plain one is from before this, and a sweep seals it.
alter table payout_accounts add column sealed_number text;
alter table payout_accounts alter column number drop not null;
alter table payout_accounts add constraint payout_accounts_number_once check ((number is null) <> (sealed_number is null));
create index payout_accounts_to_seal on payout_accounts (asked_at) where number is not null;

-- The server may not change a number, only put its sealed form in its place.
create function seal_payout_number(p_account uuid, p_sealed text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with sealed as (
    update payout_accounts set sealed_number = p_sealed, number = null where id = p_account and number is not null returning id
  ) select exists (select from sealed)
$$;
revoke execute on function seal_payout_number(uuid, text) from public;
grant execute on function seal_payout_number(uuid, text) to peach_app;

create or replace function forget_payout_accounts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payout_accounts set account_name = 'Deleted account', code_hash = null, sealed_number = null,
    number = case kind when 'mobile_money' then '+256700000000' else '000000' end
    where creator_id = new.profile_id;
  update payouts set provider_text = null where creator_id = new.profile_id;
  return null;
end $$;
