import type pg from 'pg'
import { deliverEvents } from '../support/mails.ts'

/** The state of a world's people, without ids and times: what must be the same whether or not the server died meanwhile. */
export type Snapshot = Record<string, string>

/** Each query returns rows of (what, how much) for the accounts in $1. */
const VIEWS = [
  `select 'balance ' || array_position($1::uuid[], a.owner_id) || ' ' || a.purpose || ' ' || a.currency as what, ledger_balance(a.id)::text as much
   from ledger_accounts a where a.owner_id = any ($1)`,
  `select 'entries ' || array_position($1::uuid[], a.owner_id) || ' ' || e.kind, count(distinct e.id)::text
   from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id where a.owner_id = any ($1) group by 1`,
  `select 'purchases ' || array_position($1::uuid[], buyer_id) || ' ' || kind || ' ' || paid_from || ' ' || state, count(*) || ' for ' || sum(amount_minor)
   from purchases where buyer_id = any ($1) and state <> 'abandoned' group by 1`,
  `select 'payments ' || array_position($1::uuid[], user_id) || ' ' || status, count(*)::text from transactions
   where user_id = any ($1) and status not in ('cancelled', 'expired', 'failed') group by 1`,
  `select 'rights ' || array_position($1::uuid[], account_id) || ' ' || grants || ' ' || source_kind, count(*)::text from entitlements
   where account_id = any ($1) group by 1`,
  `select 'earnings ' || array_position($1::uuid[], creator_id) || ' ' || source || ' ' || (released_at is not null), count(*) || ' net ' || sum(net_minor) || ' back ' || sum(reversed_minor)
   from earnings where creator_id = any ($1) group by 1`,
  `select 'payouts ' || array_position($1::uuid[], creator_id) || ' ' || state, count(*) || ' of ' || sum(gross_minor) from payouts where creator_id = any ($1) group by 1`,
  `select 'holds ' || array_position($1::uuid[], owner_id) || ' ' || state, count(*) || ' of ' || sum(amount_minor) from wallet_holds where owner_id = any ($1) group by 1`,
  `select 'refunds ' || array_position($1::uuid[], p.buyer_id) || ' ' || r.state, count(*) || ' of ' || sum(r.amount_minor)
   from refunds r join purchases p on p.id = r.purchase_id where p.buyer_id = any ($1) group by 1`,
  `select 'chargebacks ' || array_position($1::uuid[], account_id) || ' ' || status || ' ' || coalesce(answer, 'unanswered'),
     count(*) || ' of ' || sum(amount_minor) || ', notified ' || count(notified_at) || ', booked ' || count(entry_id) || ', won ' || count(won_entry_id) || ', ended ' || count(ended_at)
   from chargebacks where account_id = any ($1) group by 1`,
  `select 'codes ' || array_position($1::uuid[], p.buyer_id) || ' ' || r.state, count(*) || ' counted ' || sum(c.usage_count)
   from promo_redemptions r join purchases p on p.id = r.purchase_id join promo_codes c on c.id = r.promo_code_id where p.buyer_id = any ($1) group by 1`,
  `select 'passes ' || array_position($1::uuid[], user_id) || ' ' || status, count(*) || ' owed ' || sum(deferred_minor) || ' earned ' || sum(earned_minor)
     || ' kept ' || sum(kept_minor) || ' broke ' || sum(breakage_minor) || ' back ' || sum(refunded_minor)
     || ' rate ' || coalesce(sum(shillings_per_dollar), 0) from subscriptions where user_id = any ($1) group by 1`,
  `select 'subscriptions ' || array_position($1::uuid[], user_id) || ' ' || status, count(*) || ' days ' || sum(earned_days) || ' earned ' || sum(earned_minor)
     || ' refunded ' || sum(refunded_minor) from creator_subscriptions where user_id = any ($1) group by 1`,
  `select 'shares ' || array_position($1::uuid[], creator_id), count(*) || ' net ' || sum(net_minor) || ' fee ' || sum(fee_minor) || ' days ' || sum(days)
     || ' booked ' || count(entry_id) from share_payments where creator_id = any ($1) group by 1`,
  `select 'weeks ' || array_position($1::uuid[], creator_id), count(*) || ' of ' || sum(amount_minor) || ', begun ' || count(starts_at) || ', earned '
     || count(earned_at) || ', refunded ' || count(refunded_at) from creator_fee_weeks where creator_id = any ($1) group by 1`,
  `select 'requests ' || array_position($1::uuid[], fan_id) || ' ' || state, count(*) || ' of ' || sum(price_minor) || ', held ' || count(hold_id)
   from custom_requests where fan_id = any ($1) group by 1`,
  `select 'corrections ' || array_position($1::uuid[], owner_id) || ' ' || state, count(*) || ' of ' || sum(amount_minor) || ', booked ' || count(entry_id)
   from ledger_corrections where owner_id = any ($1) group by 1`,
  `select 'flags ' || array_position($1::uuid[], account_id), count(*)::text from account_flags where account_id = any ($1) group by 1`,
  `select 'mails ' || array_position($1::uuid[], p.id) || ' ' || (j.data ->> 'template'), count(*)::text
   from pgboss.job j join profiles p on p.email = j.data ->> 'to' where j.name = 'send_email' and p.id = any ($1) group by 1`,
  `select 'told ' || array_position($1::uuid[], d.profile_id) || ' ' || o.event || ' ' || d.channel || ' ' || d.state, count(*)::text
   from event_deliveries d join event_outbox o on o.id = d.event_id where d.profile_id = any ($1) group by 1`,
  `select 'tips ' || array_position($1::uuid[], fan_id), count(*) || ' of ' || sum(amount_minor) from tips where fan_id = any ($1) group by 1`,
]

export async function snapshotOf(owner: pg.Client, accountIds: readonly string[]): Promise<Snapshot> {
  await deliverEvents()
  const snapshot: Snapshot = {}
  for (const view of VIEWS) {
    // By position: columns without a name would all share one.
    const { rows } = await owner.query<[string, string]>({ text: view, values: [accountIds], rowMode: 'array' })
    for (const [what, much] of rows) snapshot[what] = much
  }
  return Object.fromEntries(Object.entries(snapshot).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export type PlatformBalances = Map<string, bigint>

/** The balances of accounts without an owner: the difference of two moments is what happened in between. */
export async function platformBalances(owner: pg.Client): Promise<PlatformBalances> {
  const { rows } = await owner.query<{ account: string; balance: bigint }>(
    `select purpose || ' ' || currency as account, ledger_balance(id) as balance from ledger_accounts where owner_id is null`,
  )
  return new Map(rows.map(({ account, balance }) => [`platform ${account}`, balance]))
}

export function movedSince(before: PlatformBalances, after: PlatformBalances): Snapshot {
  const moved = [...after].map(([account, balance]) => [account, balance - (before.get(account) ?? 0n)] as const)
  return Object.fromEntries(
    moved.filter(([, amount]) => amount !== 0n).map(([account, amount]) => [account, String(amount)]),
  )
}
