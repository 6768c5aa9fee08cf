import type { Currency } from '#app/domain/money/money.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

export type TimelineKind = 'payment' | 'purchase' | 'access' | 'refund' | 'payout' | 'mail' | 'sign_in' | 'suspension'

/** One thing that happened to a person. What its words mean depends on the kind. */
export type TimelineEntry = {
  id: string
  kind: TimelineKind
  at: Date
  /** The product, the plan, the event of a mail, the browser, or the reason. */
  about: string
  state: string
  amountMinor: bigint | null
  currency: Currency | null
  /** Of a payment our whole reference, of a payout its number. */
  reference: string | null
  /** Why a payment or payout failed, as a stored code. */
  failure: string | null
}

const NOTHING = 'null::bigint as minor, null::text as currency, null::text as reference, null::text as failure'

// Ids are made in the order of time, so that one key orders rows of all tables. $2 is the id of the entry before the page, or null.
const part = (columns: string, from: string) =>
  `(select ${columns} from ${from} and ($2::uuid is null or x.id < $2) order by x.id desc limit $3)`

const TIMELINE = `select id, kind, at, about, state, minor as "amountMinor", currency, reference, failure from (
  ${part(
    `x.id, 'payment' as kind, x.created_at as at, x.description as about, case when x.status = 'pending' then x.stage else x.status end as state,
     x.amount_minor as minor, x.currency::text as currency, x.flutterwave_tx_ref as reference, x.failure_code as failure`,
    'transactions x where x.user_id = $1',
  )} union all ${part(
    `x.id, 'purchase', x.created_at, x.product_name, x.paid_from, x.amount_minor, x.currency::text, null, null`,
    `purchases x where x.buyer_id = $1 and x.paid_from <> 'gateway' and x.state = 'completed'`,
  )} union all ${part(
    `x.id, 'access', x.created_at, (select l.display_name from subscription_plans l where l.id = x.plan_id), x.status, ${NOTHING}`,
    'subscriptions x where x.user_id = $1',
  )} union all ${part(
    `x.id, 'refund', x.created_at, x.reason, x.state, x.amount_minor, x.currency::text, null, null`,
    'refunds x join purchases u on u.id = x.purchase_id where u.buyer_id = $1',
  )} union all ${part(
    `x.id, 'payout', x.created_at, '', x.state, x.net_minor, 'UGX', x.number::text, x.reason`,
    'payouts x where x.creator_id = $1',
  )} union all ${part(
    `x.id, 'mail', x.created_at, coalesce((select o.event from event_outbox o where o.id = x.event_id), ''), x.state, ${NOTHING}`,
    `event_deliveries x where x.profile_id = $1 and x.channel = 'email'`,
  )} union all ${part(
    `x.id, 'sign_in', x.created_at, x.user_agent, coalesce(x.ended_because, 'open'), ${NOTHING}`,
    'sessions x where x.profile_id = $1',
  )} union all ${part(
    `x.id, 'suspension', x.imposed_at, x.reason, case when x.lifted_at is null then x.kind else 'lifted' end, ${NOTHING}`,
    'suspensions x where x.profile_id = $1',
  )}) every order by id desc limit $3`

/** What happened to a person, the newest first, from before the entry `before` on. The caller has opened the person (`openPerson`). */
export function listTimeline(
  personId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<TimelineEntry[]> {
  return queryPrepared<TimelineEntry>('person-timeline', TIMELINE, [personId, before, limit])
}
