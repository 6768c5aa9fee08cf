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

-- Whether a card paid for what somebody's wallet spends at a moment: a top-up within the time in which a bank may take it back. Written so
-- that the planner can fold both functions into the query that asks for many.
create function is_wallet_card_funded(p_owner uuid, p_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from public.purchases u
      join public.transactions t on t.purchase_id = u.id
      join public.gateway_charges c on c.transaction_id = t.id
    where u.buyer_id = p_owner and u.kind = 'wallet_top_up' and u.completed_at between p_at - interval '120 days' and p_at
      and c.outcome = 'settled' and c.payment_type = 'card')
$$;
grant execute on function is_wallet_card_funded(uuid, timestamptz) to peach_app;

-- Whether a card paid for a purchase, by itself or through the wallet.
create function is_card_funded(p_purchase uuid) returns boolean language sql stable as $$
  select (
    select case p.paid_from
      when 'gateway' then exists (
        select from public.transactions t join public.gateway_charges c on c.transaction_id = t.id
        where t.purchase_id = p.id and c.outcome = 'settled' and c.payment_type = 'card')
      when 'wallet' then public.is_wallet_card_funded(p.buyer_id, p.created_at)
      else false end
    from public.purchases p where p.id = p_purchase)
$$;
grant execute on function is_card_funded(uuid) to peach_app;

-- Of each pass that was shared, whether a card paid for it; and what of a creator's part of a week came from such passes.
alter table share_passes add column card_funded boolean not null default false;
alter table share_payments
  add column card_net_minor bigint not null default 0,
  add column card_fee_minor bigint not null default 0,
  add constraint card_part_is_a_part check (card_net_minor between 0 and net_minor and card_fee_minor between 0 and fee_minor) not valid;
alter table share_payments validate constraint card_part_is_a_part;
