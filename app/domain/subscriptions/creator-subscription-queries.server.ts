import { queryPrepared } from '#app/platform/db.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { REVERSED } from '#app/domain/payments/reversed.ts'

export type CreatorSubscriptionOverview = {
  id: string
  purchaseId: string
  creatorId: string
  creatorName: string
  username: string | null
  avatarMediaId: string | null
  price: Money
  startsAt: Date
  endsAt: Date
  /** `rest_refunded`, `refunded` and `charged_back` (by a bank) ended early. */
  state: 'running' | 'follows' | 'ended' | 'rest_refunded' | 'refunded' | 'charged_back'
  /** What was refunded of it. */
  refunded: Money
  /** Whether the creator can be subscribed to now. */
  creatorVisible: boolean
}

type Row = Omit<CreatorSubscriptionOverview, 'price' | 'state' | 'refunded'> & {
  price_minor: bigint
  refunded_minor: bigint
  status: 'active' | 'rest_refunded' | 'refunded'
  disputed: boolean
  now: Date
}

/** Somebody's subscriptions to single creators, the one that ends last first. */
export async function listCreatorSubscriptions(accountId: string, limit = 50): Promise<CreatorSubscriptionOverview[]> {
  const rows = await queryPrepared<Row>(
    'creator-subscriptions-of-fan',
    `select s.id, s.purchase_id as "purchaseId", s.creator_id as "creatorId", coalesce(p.display_name, p.username, 'a Peach') as "creatorName",
       p.username, p.avatar_media_id as "avatarMediaId", s.price_minor, s.refunded_minor, s.starts_at as "startsAt",
       coalesce(s.ended_early_at, s.ends_at) as "endsAt", s.status, (select app_now()) as now,
       exists (select from chargebacks c where c.purchase_id = s.purchase_id and ${REVERSED}) as disputed,
       exists (select from visible_creators v where v.profile_id = s.creator_id) as "creatorVisible"
     from creator_subscriptions s join profiles p on p.id = s.creator_id
     where s.user_id = $1 order by s.ends_at desc, s.id desc limit $2`,
    [accountId, limit],
  )
  return rows.map(({ price_minor, refunded_minor, status, disputed, now, ...row }) => ({
    ...row,
    price: { amountMinor: price_minor, currency: 'UGX' },
    state: stateOf({ ...row, status, disputed, now }),
    refunded: { amountMinor: refunded_minor, currency: 'UGX' },
  }))
}

type Term = Pick<Row, 'status' | 'disputed' | 'startsAt' | 'endsAt' | 'now'>

function stateOf({ status, disputed, startsAt, endsAt, now }: Term): CreatorSubscriptionOverview['state'] {
  if (status === 'refunded' && disputed) return 'charged_back'
  if (status !== 'active') return status
  if (endsAt <= now) return 'ended'
  return startsAt > now ? 'follows' : 'running'
}
