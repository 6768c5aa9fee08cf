set local lock_timeout = '5s';

-- A refund from the wish to its arrival. What a rule demands starts as requested; what somebody asks for waits for a person.
alter table refunds drop constraint refunds_state_check;
alter table refunds drop constraint refunds_reason_check;
alter table refunds drop constraint refunds_gateway_provider_id_reason_key;
alter table refunds alter column transaction_id drop not null;
alter table refunds alter column gateway drop not null;
alter table refunds alter column provider_id drop not null;
alter table refunds add column purchase_id uuid references purchases;
update refunds r set purchase_id = t.purchase_id from transactions t where t.id = r.transaction_id;
alter table refunds alter column purchase_id set not null;
alter table refunds
  add constraint refunds_state_check
    check (state in ('asked', 'agreed', 'declined', 'requested', 'sending', 'unknown', 'sent', 'completed', 'failed')),
  add constraint refunds_reason_check
    check (reason in ('arrived_late', 'paid_twice', 'paid_too_much', 'product_gone', 'not_approved', 'unused', 'removed', 'asked')),
  -- A balance has no transaction and no charge; whatever the gateway collected has both.
  add constraint refunds_source_check
    check ((transaction_id is null) = (provider_id is null) and (gateway is null) = (provider_id is null)),
  add column destination text not null default 'source' check (destination in ('source', 'wallet', 'earnings')),
  -- What was given ends with it; a part may leave it to the buyer.
  add column ends boolean not null default true,
  add column asked_by uuid references profiles,
  add column note text not null default '' check (char_length(note) <= 1000),
  add column decided_by uuid references profiles,
  add column decided_at timestamptz,
  add column seconded_by uuid references profiles,
  add column seconded_at timestamptz,
  add column decision_note text not null default '' check (char_length(decision_note) <= 1000),
  add column attempts smallint not null default 0,
  add column sending_at timestamptz,
  add column gateway_refund_id text,
  add column raw_status text,
  add column sent_at timestamptz,
  add column ended_at timestamptz,
  add column failure text,
  add column next_check_at timestamptz,
  add column check_count integer not null default 0,
  -- The chargeback that took its place, before it was sent.
  add column chargeback_id uuid,
  -- Nobody agrees with themself, and nobody decides about what they asked for.
  add constraint refunds_two_people check (seconded_by <> decided_by and decided_by <> asked_by and seconded_by <> asked_by);
create unique index refunds_by_rule on refunds (gateway, provider_id, reason)
  where reason in ('arrived_late', 'paid_twice', 'paid_too_much', 'product_gone', 'not_approved');
create unique index refunds_one_open on refunds (purchase_id) where state in ('asked', 'agreed');
create unique index refunds_at_gateway on refunds (gateway, gateway_refund_id) where gateway_refund_id is not null;
create index refunds_of_purchase on refunds (purchase_id, created_at desc);
create index refunds_of_charge on refunds (gateway, provider_id) where provider_id is not null;
create index refunds_to_send on refunds (next_check_at) where state in ('requested', 'sending', 'unknown', 'sent');
update refunds set next_check_at = app_now() where state = 'requested';
grant update (state, amount_minor, destination, ends, decided_by, decided_at, seconded_by, seconded_at, decision_note, attempts, sending_at,
  gateway_refund_id, raw_status, sent_at, ended_at, failure, next_check_at, check_count, chargeback_id) on refunds to peach_app;

-- What was collected goes back once at most, however many decide at the same time: the charge (or the purchase that a balance paid) is
-- locked before its refunds are added up.
create function keep_refunds_within_payment() returns trigger language plpgsql as $$
declare
  v_paid bigint;
  v_back bigint;
begin
  if new.state in ('asked', 'agreed', 'declined') then return new; end if;
  if new.provider_id is null then
    select p.amount_minor into v_paid from purchases p where p.id = new.purchase_id for update;
    select coalesce(sum(r.amount_minor), 0) into v_back from refunds r
      where r.purchase_id = new.purchase_id and r.provider_id is null and r.id <> new.id and r.state not in ('asked', 'agreed', 'declined');
  else
    select c.amount_minor into v_paid from gateway_charges c where c.gateway = new.gateway and c.provider_id = new.provider_id for update;
    select coalesce(sum(r.amount_minor), 0) into v_back from refunds r
      where r.gateway = new.gateway and r.provider_id = new.provider_id and r.id <> new.id and r.state not in ('asked', 'agreed', 'declined');
  end if;
  if v_back + new.amount_minor > coalesce(v_paid, 0) then
    raise exception 'refund % would return more than was paid', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refunds_within_payment before insert or update of state, amount_minor on refunds
  for each row execute function keep_refunds_within_payment();

grant update (status) on subscriptions to peach_app;
-- A week that has begun can end early: a bank took its money back, or a person decided so.
do $$
declare v_name text;
begin
  select c.conname into v_name from pg_constraint c
    where c.conrelid = 'creator_fee_weeks'::regclass and c.contype = 'c' and pg_get_constraintdef(c.oid) like '%returned_at IS NULL%starts_at IS NULL%';
  if v_name is not null then execute format('alter table creator_fee_weeks drop constraint %I', v_name); end if;
end $$;
grant update (revoked_at) on creator_listings to peach_app;

-- The short references that people read from their receipts.
create index transactions_by_short_reference on transactions (upper(right(flutterwave_tx_ref, 8)));
create index purchases_by_short_reference on purchases (upper(right(id::text, 8))) where paid_from <> 'gateway';

-- A charge that a payer disputes at their bank, as the gateway shows it, and what we did about it.
create table chargebacks (
  id uuid primary key,
  gateway text not null,
  chargeback_id text not null,
  provider_id text,
  transaction_id uuid references transactions,
  purchase_id uuid references purchases,
  account_id uuid references profiles,
  amount_minor bigint check (amount_minor > 0),
  currency char(3) check (currency in ('UGX', 'USD')),
  status text not null check (status in ('initiated', 'pending', 'accepted', 'declined', 'won', 'lost', 'reversed', 'unknown')),
  raw_status text not null,
  stage text not null default '',
  comment text not null default '',
  opened_at timestamptz not null,
  due_at timestamptz,
  -- Our answer: written down before the gateway is told.
  answer text check (answer in ('accept', 'decline')),
  answer_note text not null default '' check (char_length(answer_note) <= 1000),
  answered_by uuid references profiles,
  answered_at timestamptz,
  told_at timestamptz,
  entry_id uuid references journal_entries,
  won_entry_id uuid references journal_entries,
  -- An hour or a day before the answer is due somebody is told; once each.
  warned smallint not null default 0,
  -- Nothing of ours belongs to it, or it returns what went back already: for a person.
  puzzling text,
  seen_at timestamptz not null default app_now(),
  ended_at timestamptz,
  unique (gateway, chargeback_id),
  check (entry_id is null or (transaction_id is not null and amount_minor is not null and currency is not null)),
  check ((answer is null) = (answered_by is null))
);
alter table refunds add constraint refunds_chargeback_id_fkey foreign key (chargeback_id) references chargebacks;
create index refunds_of_chargeback on refunds (chargeback_id) where chargeback_id is not null;
create index chargebacks_of_purchase on chargebacks (purchase_id);
create index chargebacks_of_transaction on chargebacks (transaction_id);
create index chargebacks_open on chargebacks (due_at) where ended_at is null;
grant select, insert, update (status, raw_status, stage, comment, due_at, answer, answer_note, answered_by, answered_at, told_at, entry_id,
  won_entry_id, warned, puzzling, seen_at, ended_at) on chargebacks to peach_app;

-- Accounts that somebody should look at before money goes back to them by a rule.
create table account_flags (
  id uuid primary key,
  account_id uuid not null references profiles,
  reason text not null check (reason in ('chargeback')),
  cause_id uuid not null,
  raised_at timestamptz not null default app_now(),
  cleared_at timestamptz,
  cleared_by uuid references profiles,
  unique (reason, cause_id),
  check ((cleared_at is null) = (cleared_by is null))
);
create index account_flags_of_account on account_flags (account_id) where cleared_at is null;
grant select, insert, update (cleared_at, cleared_by) on account_flags to peach_app;

-- What a person wrote about a refund, and what a bank wrote about them, goes with the account; sums and dates stay.
create function forget_words_of_refunds() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update refunds r set note = '', decision_note = '' from purchases p where p.id = r.purchase_id and p.buyer_id = new.profile_id;
  update chargebacks set comment = '', answer_note = '' where account_id = new.profile_id;
  return null;
end $$;
revoke execute on function forget_words_of_refunds() from public;
create trigger account_deletions_forget_refunds after update of state on account_deletions for each row
  when (new.state = 'erased' and old.state is distinct from 'erased') execute function forget_words_of_refunds();
