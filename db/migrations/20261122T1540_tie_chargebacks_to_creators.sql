set local lock_timeout = '5s';

-- The browsers in which somebody has signed in, by a keyed hash of a random cookie, and the network of the first time. Kept to find out
-- whether a payer whose bank takes money back and a creator who earned by it are one person; forgotten 180 days after the last use.
create table account_devices (
  profile_id uuid not null references profiles,
  device_hash bytea not null,
  network text not null,
  first_seen_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  primary key (profile_id, device_hash)
);
create index account_devices_by_hash on account_devices (device_hash);
create index account_devices_by_network on account_devices (network);
create index account_devices_by_last_use on account_devices (last_seen_at);
grant select, insert, delete, update (last_seen_at) on account_devices to peach_app;

-- Which creators a chargeback took earnings back from because of who they are, and why.
create table chargeback_ties (
  chargeback_id uuid not null references chargebacks,
  creator_id uuid not null references creators (profile_id),
  kind text not null check (kind in ('same_device', 'same_payout_number', 'same_payout_name', 'same_sign_up_network')),
  created_at timestamptz not null default app_now(),
  primary key (chargeback_id, creator_id, kind)
);
create index chargeback_ties_of_creator on chargeback_ties (creator_id);
grant select, insert on chargeback_ties to peach_app;

-- Money of cards can be taken back for months: what a new creator earns by it clears later.
alter table earnings add column card_funded boolean not null default false;

-- Whether a card paid for a purchase: by itself, or as a top-up of the wallet within the time in which a bank may take it back.
create function is_card_funded(p_purchase uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from purchases p
      join purchases source on source.id = p.id or (p.paid_from = 'wallet' and source.buyer_id = p.buyer_id
        and source.kind = 'wallet_top_up' and source.completed_at between p.created_at - interval '120 days' and p.created_at)
      join transactions t on t.purchase_id = source.id
      join gateway_charges c on c.transaction_id = t.id
    where p.id = p_purchase and c.outcome = 'settled' and c.payment_type = 'card')
$$;
grant execute on function is_card_funded(uuid) to peach_app;

-- The same for money that was set aside in a wallet.
create function is_wallet_card_funded(p_owner uuid, p_at timestamptz) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from purchases source
      join transactions t on t.purchase_id = source.id
      join gateway_charges c on c.transaction_id = t.id
    where source.buyer_id = p_owner and source.kind = 'wallet_top_up' and source.completed_at between p_at - interval '120 days' and p_at
      and c.outcome = 'settled' and c.payment_type = 'card')
$$;
grant execute on function is_wallet_card_funded(uuid, timestamptz) to peach_app;
