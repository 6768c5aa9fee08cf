import type { JobName } from '#app/platform/jobs.ts'
import { labelsOf, PRODUCT_KINDS } from '#app/domain/products/registry.ts'
import { spendingsOfSql } from '#app/domain/refunds/spent-money.ts'
import { alsoOf, type Invariant } from './invariant.ts'

/**
 * Outgoing mail and incoming notifications about money. Jobs for pictures and videos delay no money, and their failures are visible by
 * themselves.
 */
const JOBS: readonly JobName[] = [
  'send_email',
  'deliver_event',
  'deliver_mail',
  'mail_deletion_link',
  'process_webhook_event',
]
const OF_JOBS = `name in (${JOBS.map((name) => `'${name}'`).join(', ')})`

const TOP_UPS = PRODUCT_KINDS.filter((kind) => labelsOf(kind).fillsWallet)
  .map((kind) => `'${kind}'`)
  .join(', ')

/** What left, what was promised, and what waits too long. */
export const FLOW_INVARIANTS: Invariant[] = [
  {
    id: 'I6',
    name: 'payouts-paid-once',
    description: 'a payout has the entries of its state, at most one transfer, and no more than was available',
    // What became available, and the debts of payouts that arrived late: they had been reversed, and perhaps paid out once more. Other
    // debts are not included; they are paid before anything becomes available.
    sql: `with steps as (
        select split_part(e.idempotency_key, ':', 2)::uuid as payout_id,
          count(*) filter (where e.idempotency_key like '%:scheduled') as scheduled,
          count(*) filter (where e.idempotency_key like '%:completed') as completed,
          count(*) filter (where e.idempotency_key like '%:returned') as returned,
          count(*) filter (where e.idempotency_key like '%:reversed') as reversed
        from journal_entries e where e.idempotency_key like 'payout:%' and e.cause_kind = 'payout' group by 1
      ), cleared as (
        select a.owner_id, sum(abs(l.amount_minor)) as cleared
        from postings l join ledger_accounts a on a.id = l.account_id and a.purpose in ('creator_available', 'creator_debt')
        join journal_entries j on j.id = l.entry_id
        where case a.purpose when 'creator_available' then l.amount_minor < 0 and j.cause_kind <> 'payout'
          else l.amount_minor > 0 and j.cause_kind = 'payout' end group by 1
      )
      select p.id::text as subject, 'it is ' || p.state || ' and its entries do not match' as detail
        from payouts p left join steps s on s.payout_id = p.id
        where coalesce(s.scheduled, 0) <> 1
          or (p.state in ('completed', 'reversed')) <> (coalesce(s.completed, 0) = 1)
          or (p.state = 'reversed') <> (coalesce(s.reversed, 0) = 1)
          or (p.state in ('failed', 'cancelled') and coalesce(s.returned, 0) <> 1)
          or (p.state in ('pending', 'sending', 'sent', 'unknown') and coalesce(s.returned, 0) <> 0)
      union all
      select min(p.id::text), count(*) || ' payouts share the transfer ' || p.provider_id from payouts p
        where p.provider_id is not null group by p.provider_id having count(*) > 1
      union all
      select p.creator_id::text, 'paid out ' || sum(p.gross_minor) || ' of ' || coalesce(min(e.cleared), 0) || ' cleared'
        from payouts p left join cleared e on e.owner_id = p.creator_id
        where p.state not in ('failed', 'cancelled', 'reversed') group by p.creator_id having sum(p.gross_minor) > coalesce(min(e.cleared), 0)
      union all
      select p.id::text, 'it left with ' || count(distinct a.approver_id) || ' of ' || p.approvals_needed || ' approvals' from payouts p
        left join payout_approvals a on a.payout_id = p.id
        where p.approvals_needed > 0 and p.state in ('sending', 'sent', 'unknown', 'completed', 'reversed')
        group by p.id having count(a.step) < p.approvals_needed or (count(distinct a.approver_id) < p.approvals_needed and not bool_or(a.alone))`,
  },
  {
    id: 'I8',
    name: 'promo-codes',
    description: 'a promo code was used as often as counted, and never above its limit',
    sql: `select c.code as subject, 'it counts ' || c.usage_count || ' of ' || coalesce(c.usage_limit::text, 'any') || ', used '
        || coalesce(r.used, 0) as detail
      from promo_codes c left join (
        select promo_code_id, count(*) as used from promo_redemptions where state in ('reserved', 'confirmed') group by 1
      ) r on r.promo_code_id = c.id where c.usage_count <> coalesce(r.used, 0) or c.usage_count > c.usage_limit`,
  },
  {
    id: 'I9',
    name: 'refunds-within-payments',
    description: 'refunds and chargebacks together never exceed what was paid',
    // A bank may reverse what was refunded: we can't stop it, but then the chargeback reports it to staff.
    sql: `with refunded as (
        select gateway, provider_id, sum(amount_minor) as amount from refunds
        where provider_id is not null and state not in ('asked', 'agreed', 'declined') group by 1, 2
      ), charged_back as (
        select gateway, provider_id, sum(amount_minor) as amount, bool_or(puzzling is not null) as known from chargebacks
        where entry_id is not null and won_entry_id is null group by 1, 2
      ), back as (
        select gateway, provider_id, coalesce(r.amount, 0) as refunded, coalesce(b.amount, 0) as charged_back, coalesce(b.known, false) as known
        from refunded r full join charged_back b using (gateway, provider_id)
      )
      select b.gateway || ':' || b.provider_id as subject, 'paid ' || coalesce(c.amount_minor, 0) || ', refunded ' || b.refunded
          || ', charged back ' || b.charged_back as detail
        from back b left join gateway_charges c using (gateway, provider_id)
        where b.refunded > coalesce(c.amount_minor, 0)
          or (b.refunded + b.charged_back > coalesce(c.amount_minor, 0) and not b.known)
      union all
      select p.id::text, 'paid ' || p.amount_minor || ', returned ' || sum(r.amount_minor) from refunds r join purchases p on p.id = r.purchase_id
        where r.provider_id is null and r.state not in ('asked', 'agreed', 'declined') group by p.id having sum(r.amount_minor) > p.amount_minor
      union all
      select r.id::text, 'it is ' || r.state || ' and the ledger says it ' || case when s.sent > 0 then 'left' else 'did not leave' end
        from refunds r left join lateral (
          select count(*) filter (where e.kind = 'refund_sent') - count(*) filter (where e.kind = 'refund_failed') as sent,
            count(*) filter (where e.kind in ('refund_to_wallet', 'refund_to_earnings')) as to_balance
          from journal_entries e where e.cause_kind = 'refund' and e.cause_id = r.id
        ) s on true
        where case when r.state in ('sent', 'completed') then s.sent + s.to_balance <> 1
          else s.sent + s.to_balance <> 0 end`,
  },
  {
    id: 'I9',
    name: 'spent-money-charged-back',
    description:
      'of a top-up that a bank took back, what the wallet had spent was asked about, and no tied creator keeps it',
    sql: `with booked as (
        select c.id, c.account_id, p.completed_at, j.recorded_at,
          (select coalesce(sum(l.amount_minor), 0) from postings l join ledger_accounts a on a.id = l.account_id
            where l.entry_id = c.entry_id and a.purpose = 'chargeback_losses') as lost
        from chargebacks c join purchases p on p.id = c.purchase_id join journal_entries j on j.id = c.entry_id
        where c.won_entry_id is null and p.kind in (${TOP_UPS})
      ), explained as (
        select b.id, b.account_id, b.completed_at, b.recorded_at, b.lost - coalesce(sum(s.amount_minor - s.reversed_minor), 0) as open
        from booked b left join chargeback_spendings s on s.chargeback_id = b.id
        group by b.id, b.account_id, b.completed_at, b.recorded_at, b.lost
      )
      select 'chargeback ' || x.id as subject,
          x.open || ' was lost, and what the wallet had spent on messages and requests is not recorded' as detail
        from explained x where x.open > 0 and exists (
          select from (${spendingsOfSql({ ownerId: 'x.account_id' })}) spent
          where spent.at >= x.completed_at and spent.earned_at < x.recorded_at and spent.covered_minor < spent.gross_minor)
      union all
      select 'chargeback ' || s.chargeback_id, 'a tied creator has kept their part' from chargeback_spendings s
        where s.reversed_minor = 0
          and exists (select from chargeback_ties t where t.chargeback_id = s.chargeback_id and t.creator_id = s.creator_id)
          and exists (select from earnings e where e.id = s.earning_id and e.net_minor > e.reversed_minor)
      union all
      select distinct 'chargeback ' || s.chargeback_id, 'its payer signed in with the browser of a creator, and no tie is recorded'
        from chargeback_spendings s join booked b on b.id = s.chargeback_id
          join account_devices mine on mine.profile_id = b.account_id and mine.first_seen_at < b.recorded_at
          join account_devices theirs on theirs.device_hash = mine.device_hash and theirs.profile_id = s.creator_id
            and theirs.first_seen_at < b.recorded_at
        where not exists (select from chargeback_ties t where t.chargeback_id = s.chargeback_id and t.creator_id = s.creator_id)
      union all
      select 'chargeback ' || s.chargeback_id, 'the reversal of the earning is another one' from chargeback_spendings s
        where s.reversed_minor <> coalesce((select sum(r.from_pending_minor + r.from_available_minor + r.owed_minor)
          from earning_reversals r where r.earning_id = s.earning_id and r.cause_kind = 'chargeback' and r.cause_id = s.chargeback_id), 0)`,
  },
  {
    id: 'I13',
    name: 'nothing-overdue',
    description: 'nothing is overdue by more than an hour',
    sql: `select 'webhook ' || id as subject, 'due since ' || next_attempt_at as detail from webhook_events
        where state = 'received' and next_attempt_at < app_now() - interval '1 hour'
      union all
      select 'payment ' || id, 'to be asked about since ' || next_check_at from transactions where next_check_at < app_now() - interval '1 hour'
      union all
      select 'payment ' || id, 'open for eight days and nobody asks' from transactions
        where status = 'pending' and next_check_at is null and created_at < app_now() - interval '8 days'
      union all
      select 'refund ' || id, 'due since ' || coalesce(next_check_at::text, 'no time is set') from refunds
        where state in ('requested', 'sending', 'unknown') and coalesce(next_check_at, created_at) < app_now() - interval '1 hour'
      union all
      select 'payout ' || id, 'due since ' || coalesce(next_check_at::text, 'no time is set') from payouts
        where state in ('sending', 'sent', 'unknown') and coalesce(next_check_at, claimed_at) < app_now() - interval '1 hour'
      union all
      select 'earning ' || id, 'to be released since ' || available_at from earnings
        where released_at is null and available_at < app_now() - interval '1 hour'
      union all
      select 'hold ' || id, 'expired since ' || expires_at from wallet_holds where state = 'held' and expires_at < app_now() - interval '1 hour'
      union all
      select 'custom request ' || id, 'to be answered or delivered since ' || case when state = 'accepted' then deliver_by else answer_by end from custom_requests
        where state in ('asked', 'price_changed', 'accepted') and case when state = 'accepted' then deliver_by else answer_by end < app_now() - interval '1 hour'
      union all
      select 'week of shares ' || week, 'not done since ' || started_at from share_runs where state <> 'done' and started_at < app_now() - interval '1 hour'
      ${alsoOf('overdue')}`,
  },
  {
    id: 'I13',
    name: 'nothing-failed',
    description: 'no notification of the gateway and no job about money or mail was given up',
    // A failed job is reported for as long as the queue keeps it; a notification for as long as the reconciliation looks back, which finds
    // its facts independently. A notification whose job failed is retried by the scheduled task, and may have succeeded since.
    sql: `select 'webhook ' || id as subject, 'it failed ' || attempts || ' times and is not retried' as detail from webhook_events
        where state = 'received' and next_attempt_at is null and last_received_at > app_now() - interval '35 days'
      union all
      select 'job ' || j.name || ' ' || j.id, 'it failed ' || j.retry_count + 1 || ' times, at last at ' || j.completed_on from pgboss.job j
        where j.${OF_JOBS} and j.state = 'failed' and j.completed_on > pgboss.job_now() - interval '7 days'
          and not exists (select from webhook_events w where j.name = 'process_webhook_event'
            and w.id::text = j.data ->> 'webhookEventId' and w.state <> 'received')`,
  },
  {
    id: 'I13',
    name: 'jobs-are-processed',
    description: 'no job about money or mail waits for an hour without being started',
    sql: `select 'job ' || name || ' ' || id as subject, 'not started since ' || start_after as detail from pgboss.job
        where ${OF_JOBS} and state in ('created', 'retry') and start_after < pgboss.job_now() - interval '1 hour'`,
  },
]
