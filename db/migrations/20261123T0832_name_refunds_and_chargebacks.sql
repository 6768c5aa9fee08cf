set local lock_timeout = '5s';

-- The terms of the field: money goes back to a payer as a refund, and a bank takes it in a chargeback. Kinds of ledger entries are sealed
-- and stay.
alter table subscriptions rename column returned_minor to refunded_minor;
alter table subscriptions rename column breakage_returned_minor to breakage_refunded_minor;
alter table creator_subscriptions rename column returned_minor to refunded_minor;
alter table creator_subscriptions rename column ended_return_minor to ended_refund_minor;
alter table creator_fee_weeks rename column returned_at to refunded_at;

do $$
declare v record;
begin
  for v in
    select conrelid::regclass as owner, conname from pg_constraint
    where contype = 'c' and conrelid in ('wallet_holds'::regclass, 'creator_subscriptions'::regclass) and pg_get_constraintdef(oid) like '%''returned''%'
  loop
    execute format('alter table %s drop constraint %I', v.owner, v.conname);
  end loop;
end $$;
alter table wallet_holds disable trigger wallet_holds_end_once;
update wallet_holds set state = 'cancelled' where state = 'returned';
update wallet_holds set end_reason = 'payment_charged_back' where end_reason = 'payment_taken_back';
alter table wallet_holds enable trigger wallet_holds_end_once;
update creator_subscriptions set status = 'rest_refunded' where status = 'returned';
alter table wallet_holds add check (state in ('held', 'released', 'cancelled'));
alter table wallet_holds add check ((state = 'cancelled') = (end_reason is not null));
alter table creator_subscriptions add check (status in ('active', 'rest_refunded', 'refunded'));

-- Queued jobs name the row of the outbox, so that they find the event under its new name.
update event_outbox set event = 'payment_charged_back' where event = 'payment_taken_back';
update event_outbox set event = 'creator_subscription_refunded' where event = 'creator_subscription_returned';
update notifications set event = 'payment_charged_back' where event = 'payment_taken_back';
update notifications set event = 'creator_subscription_refunded' where event = 'creator_subscription_returned';
alter table activity disable trigger activity_is_append_only;
update activity set event = 'creator_subscription_refunded' where event = 'creator_subscription_returned';
update activity set event = 'demo_data_built', object_kind = 'demo' where event = 'demo_town_built';
alter table activity enable trigger activity_is_append_only;
update user_access set reason = replace(reason, 'demo town: ', 'demo data: ') where reason like 'demo town: %';

update reconciliation_differences set kind = 'charge_reversed' where kind = 'charge_undone';
update reconciliation_differences d set subject = replace(d.subject, ' ' || v.before || ' ', ' ' || v.after || ' ')
from (values
  ('pots-hold', 'balances-not-negative'), ('pending-pots', 'pending-balances'), ('take-backs', 'earning-reversals'),
  ('nothing-given-up', 'nothing-failed'), ('jobs-are-taken', 'jobs-are-processed'), ('payments-give', 'payments-grant-rights'),
  ('rights-stand', 'rights-match-payments'), ('grants-are-given', 'grants-are-authorised'), ('seals-hold', 'seals-are-valid')
) as v (before, after)
where d.kind = 'breach' and split_part(d.subject, ' ', 2) = v.before;
