import type { ProductInvariants } from '#app/domain/products/product.ts'
import { PRODUCT_INVARIANTS } from '#app/domain/products/registry.ts'
import { BALANCES, type Invariant } from './invariant.ts'

/** What two people have corrected by hand on an account; those accounts are compared without it. */
const CORRECTED = `select purpose, currency, sum(amount_minor) as amount from ledger_corrections where state = 'posted' group by 1, 2`

/** An account of the platform against the rows behind it: `owed` returns a currency and a sum for each. */
function platformBalance(id: Invariant['id'], purpose: string, description: string, owed: string): Invariant {
  return {
    id,
    name: purpose.replaceAll('_', '-'),
    description,
    sql: `with ${BALANCES}, owed as (${owed}), kept as (
        select currency, -sum(balance) as kept from balances where purpose = '${purpose}' group by 1
      ), corrected as (${CORRECTED})
      select '${purpose} ' || coalesce(k.currency, o.currency) as subject,
        'it holds ' || coalesce(k.kept, 0) || ', its rows sum to ' || coalesce(o.owed, 0) as detail
      from kept k full join owed o on o.currency = k.currency
      left join corrected c on c.purpose = '${purpose}' and c.currency = coalesce(k.currency, o.currency)
      where coalesce(k.kept, 0) + coalesce(c.amount, 0) <> coalesce(o.owed, 0)`,
  }
}

/** Every account that summarises rows of the product, against the sum of those rows. */
export const BALANCE_INVARIANTS: Invariant[] = [
  {
    id: 'I7',
    name: 'fees-add-up',
    description:
      'fee and creator\u2019s part add up to the gross, which is the price, and the fee is that of the rate of its day',
    sql: `select e.id::text as subject, e.source || ' of ' || e.gross_minor || ': fee ' || e.fee_minor || ', part ' || e.net_minor
        || ', rate ' || r.basis_points as detail
      from earnings e cross join lateral (
        select basis_points from rates where kind = 'platform_fee' and holds_from <= e.earned_at order by holds_from desc, id desc limit 1) r
      where e.gross_minor <> e.fee_minor + e.net_minor
        or (e.source not in ('pass_share', 'subscription') and e.fee_minor <> e.gross_minor * r.basis_points / 10000 / 100 * 100)
        or (e.source = 'subscription' and e.fee_minor > e.gross_minor * r.basis_points / 10000)
      union all
      select e.id::text, 'it is of ' || e.gross_minor || ' ' || p.currency || ', paid were ' || p.amount_minor
        from earnings e join purchases p on p.id = e.cause_id where e.cause_kind = 'purchase' and e.gross_minor <> p.amount_minor`,
  },
  {
    id: 'I7',
    name: 'earnings-are-booked',
    description:
      'each earning equals the creator\u2019s part in its entry, and each credit of a pending account is an earning',
    sql: `with credited as (
        select p.entry_id, a.owner_id, -sum(p.amount_minor)::bigint as part from postings p
        join ledger_accounts a on a.id = p.account_id and a.purpose = 'creator_pending'
        join journal_entries e on e.id = p.entry_id
        where e.kind not in ('refund_decided', 'chargeback_received', 'chargeback_won', 'earnings_released') and e.reverses is null
          and e.kind not like '%\\_reversed'
        group by 1, 2
      ), earned as (
        select entry_id, creator_id as owner_id, sum(net_minor)::bigint as part from earnings group by 1, 2
      )
      select entry_id::text as subject, owner_id || ' was credited ' || coalesce(c.part, 0) || ' and earned ' || coalesce(e.part, 0) as detail
      from credited c full join earned e using (entry_id, owner_id) where coalesce(c.part, 0) <> coalesce(e.part, 0)`,
  },
  {
    id: 'I7',
    name: 'pending-balances',
    description: 'a creator\u2019s pending account is what they earned and was neither released nor reversed',
    sql: `with ${BALANCES}, kept as (select owner_id, -balance as kept from balances where purpose = 'creator_pending' and currency = 'UGX'),
      earned as (select creator_id as owner_id, sum(net_minor - pending_used_minor)::bigint as owed from earnings where released_at is null group by 1)
      select owner_id::text as subject, 'it holds ' || coalesce(k.kept, 0) || ', the earnings sum to ' || coalesce(e.owed, 0) as detail
      from kept k full join earned e using (owner_id) where coalesce(k.kept, 0) <> coalesce(e.owed, 0)`,
  },
  {
    id: 'I7',
    name: 'earning-reversals',
    description: 'the reversed part of an earning is the sum of its valid reversals',
    sql: `select e.id::text as subject, 'reversed ' || e.reversed_minor || ', recorded ' || coalesce(t.taken, 0) as detail
      from earnings e left join (
        select earning_id, sum(from_pending_minor + from_available_minor + owed_minor)::bigint as taken from earning_reversals
        where reinstated_at is null group by 1
      ) t on t.earning_id = e.id where e.reversed_minor <> coalesce(t.taken, 0)`,
  },
  platformBalance(
    'I7',
    'pass_pool',
    'the common pool is what the weeks of the former rule left, minus what was shared of it since',
    `select 'UGX'::char(3) as currency, coalesce(sum(case rule when 'per_pass' then carried_out_minor - carried_in_minor
        else gross_minor - fee_minor - (select coalesce(sum(net_minor), 0) from share_payments where run_id = r.id) end), 0) as owed
      from share_runs r`,
  ),
  platformBalance(
    'I7',
    'pass_shares_due',
    'what is due for a week of passes is what its creators were not paid yet',
    `select 'UGX'::char(3) as currency, coalesce(sum(r.gross_minor - r.fee_minor + r.carried_in_minor - r.carried_out_minor
        - (select coalesce(sum(net_minor), 0) from share_payments where run_id = r.id and entry_id is not null)), 0) as owed
      from share_runs r where rule = 'per_pass'`,
  ),
  platformBalance(
    'I7',
    'breakage',
    'breakage is what the weekly runs made of ended passes, minus its tax and what was refunded since',
    `select 'UGX'::char(3) as currency, coalesce((select sum(breakage_minor - breakage_tax_minor) from share_runs), 0)
      - coalesce((select sum(breakage_refunded_minor) from subscriptions), 0) as owed`,
  ),
  {
    id: 'I7',
    name: 'shares-add-up',
    description: 'what a week earned for creators, with what was carried in, was shared or carried out',
    sql: `select r.week::text as subject, 'to share ' || (r.gross_minor - r.fee_minor + r.carried_in_minor) || ', shared '
        || coalesce(s.shared, 0) || ', carried ' || r.carried_out_minor as detail
      from share_runs r left join (select run_id, sum(net_minor) as shared from share_payments group by 1) s on s.run_id = r.id
      where r.state = 'done' and r.gross_minor - r.fee_minor + r.carried_in_minor <> coalesce(s.shared, 0) + r.carried_out_minor`,
  },
  ...Object.values<ProductInvariants>(PRODUCT_INVARIANTS).flatMap(({ unearned }) =>
    unearned ? [platformBalance('I3', unearned.purpose, unearned.description, unearned.owed)] : [],
  ),
  platformBalance(
    'I9',
    'refunds_payable',
    'what is owed to payers is what was decided and not sent, and what matched no payment',
    `select currency, sum(amount_minor) as owed from refunds
      where state in ('requested', 'sending', 'unknown', 'failed') or (reason = 'unmatched' and state in ('asked', 'agreed')) group by 1`,
  ),
  {
    id: 'I9',
    name: 'holds',
    description: 'what is set aside from a wallet is the sum of its open holds',
    sql: `with ${BALANCES}, kept as (select owner_id, -balance as kept from balances where purpose = 'wallet_holds'),
      held as (select owner_id, sum(amount_minor)::bigint as owed from wallet_holds where state = 'held' group by 1)
      select owner_id::text as subject, 'it holds ' || coalesce(k.kept, 0) || ', the holds sum to ' || coalesce(h.owed, 0) as detail
      from kept k full join held h using (owner_id) where coalesce(k.kept, 0) <> coalesce(h.owed, 0)`,
  },
  {
    id: 'I9',
    name: 'requests-match-holds',
    description:
      'the hold of a custom request is the fan’s, of its price, open while the request is, and released once it is delivered',
    // A hold may end a moment before its request: by its time, or by a chargeback.
    sql: `select r.id::text as subject, 'it is ' || r.state || ' for ' || r.price_minor || ', its hold is ' || h.state || ' with ' || h.amount_minor as detail
      from custom_requests r join wallet_holds h on h.id = r.hold_id
      where h.owner_id <> r.fan_id or h.cause_kind <> 'custom_request' or h.cause_id <> r.id or h.amount_minor <> r.price_minor
        or case when r.state in ('asked', 'price_changed', 'accepted') then h.state = 'released' or (h.state = 'cancelled' and h.ended_at < app_now() - interval '1 hour')
          when r.state = 'delivered' then h.state <> 'released' else h.state <> 'cancelled' end
      union all
      select r.id::text, 'it is delivered and has ' || count(e.id) || ' earnings' from custom_requests r
        left join earnings e on e.cause_kind = 'custom_request' and e.cause_id = r.id and e.gross_minor = r.price_minor and e.creator_id = r.creator_id
        group by r.id having count(e.id) <> case when r.state = 'delivered' then 1 else 0 end
      union all
      select h.id::text, 'it is held for no request' from wallet_holds h where h.cause_kind = 'custom_request'
        and h.state = 'held' and not exists (select from custom_requests r where r.hold_id = h.id)`,
  },
  {
    id: 'I9',
    name: 'messages-are-paid',
    description:
      'a paid chat message took its price from its writer’s wallet and earned its creator once; the numbers of a thread have no gap',
    sql: `select m.id::text as subject, 'it cost ' || m.price_minor || ', its entry took ' || coalesce(l.amount_minor, 0) as detail
      from chat_messages m join journal_entries e on e.id = m.entry_id
      left join ledger_accounts a on a.purpose = 'wallet' and a.owner_id = m.sender_id
      left join postings l on l.entry_id = e.id and l.account_id = a.id
      where e.kind <> 'message_paid' or e.cause_id <> m.id or coalesce(l.amount_minor, 0) <> m.price_minor
      union all
      select m.id::text, 'it is paid and has ' || count(n.id) || ' earnings' from chat_messages m join chat_threads t on t.id = m.thread_id
        left join earnings n on n.cause_kind = 'chat_message' and n.cause_id = m.id and n.creator_id = t.creator_id
          and n.gross_minor = m.price_minor and n.net_minor = m.net_minor
        where m.price_minor is not null group by m.id having count(n.id) <> 1
      union all
      select e.id::text, 'it pays for no message' from journal_entries e where e.kind = 'message_paid'
        and not exists (select from chat_messages m where m.entry_id = e.id)
      union all
      select t.id::text, 'it counts ' || t.last_seq || ' messages and has ' || count(m.seq) from chat_threads t
        left join chat_messages m on m.thread_id = t.id group by t.id having count(m.seq) <> t.last_seq`,
  },
  platformBalance(
    'I6',
    'payouts_in_transit',
    'what is on its way to creators is the sum of the open payouts',
    `select 'UGX'::char(3) as currency, sum(gross_minor) as owed from payouts where state in ('pending', 'sending', 'sent', 'unknown')`,
  ),
]
