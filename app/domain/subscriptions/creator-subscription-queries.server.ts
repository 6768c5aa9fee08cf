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

type Row = {
  id: string
  purchase_id: string
  creator_id: string
  display_name: string | null
  username: string | null
  avatar_media_id: string | null
  price_minor: bigint
  refunded_minor: bigint
  starts_at: Date
  ends_at: Date
  status: 'active' | 'rest_refunded' | 'refunded'
  visible: boolean
  disputed: boolean
  now: Date
}

/** Somebody's subscriptions to single creators, the one that ends last first. */
export async function listCreatorSubscriptions(accountId: string, limit = 50): Promise<CreatorSubscriptionOverview[]> {
  const rows = await queryPrepared<Row>(
    'creator-subscriptions-of-fan',
    `select s.id, s.purchase_id, s.creator_id, p.display_name, p.username, p.avatar_media_id, s.price_minor, s.refunded_minor, s.starts_at,
       coalesce(s.ended_early_at, s.ends_at) as ends_at, s.status, (select app_now()) as now,
       exists (select from chargebacks c where c.purchase_id = s.purchase_id and ${REVERSED}) as disputed,
       exists (select from visible_creators v where v.profile_id = s.creator_id) as visible
     from creator_subscriptions s join profiles p on p.id = s.creator_id
     where s.user_id = $1 order by s.ends_at desc, s.id desc limit $2`,
    [accountId, limit],
  )
  return rows.map((row) => ({
    id: row.id,
    purchaseId: row.purchase_id,
    creatorId: row.creator_id,
    creatorName: row.display_name ?? row.username ?? 'a Peach',
    username: row.username,
    avatarMediaId: row.avatar_media_id,
    price: { amountMinor: row.price_minor, currency: 'UGX' },
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: stateOf(row),
    refunded: { amountMinor: row.refunded_minor, currency: 'UGX' },
    creatorVisible: row.visible,
  }))
}

function stateOf(row: Row): CreatorSubscriptionOverview['state'] {
  if (row.status === 'refunded' && row.disputed) return 'charged_back'
  if (row.status !== 'active') return row.status
  if (row.ends_at <= row.now) return 'ended'
  return row.starts_at > row.now ? 'follows' : 'running'
}
