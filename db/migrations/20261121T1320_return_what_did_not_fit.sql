set local lock_timeout = '5s';

-- Money that arrived and is not what was asked for waits for a person as a refund of its own, one a charge. It stands in refunds_payable
-- from the moment in which it came.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('arrived_late', 'paid_twice', 'paid_too_much', 'product_gone', 'not_approved', 'unmatched', 'unused', 'removed', 'asked'));
create unique index refunds_of_unmatched on refunds (gateway, provider_id) where reason = 'unmatched';
-- It hinders nobody from asking for what they did buy.
drop index refunds_one_open;
create unique index refunds_one_open on refunds (purchase_id) where state in ('asked', 'agreed') and reason <> 'unmatched';
insert into refunds (id, purchase_id, transaction_id, gateway, provider_id, amount_minor, currency, reason, state, ends, note)
  select gen_random_uuid(), t.purchase_id, t.id, c.gateway, c.provider_id, c.amount_minor, c.currency, 'unmatched', 'asked', false,
    'It did not match what was asked for.'
  from gateway_charges c join transactions t on t.id = c.transaction_id
  where c.outcome = 'review'
    and exists (select from journal_entries e where e.idempotency_key = 'charge:' || c.gateway || ':' || c.provider_id)
    and not exists (select from refunds r where r.gateway = c.gateway and r.provider_id = c.provider_id)
    and not exists (select from chargebacks b where b.gateway = c.gateway and b.provider_id = c.provider_id and b.entry_id is not null);
