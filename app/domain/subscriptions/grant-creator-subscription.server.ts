import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { newId } from '#app/platform/id.ts'
import { dayAfter, kampalaDay, termOfCreatorSubscription } from './creator-subscription.ts'

export type CreatorSubscriptionGrant = {
  accountId: string
  creatorId: string
  purchaseId: string
  priceMinor: bigint
  paidAt: Date
}

/**
 * Grants the thirty days that a purchase has paid for, after an active subscription to this creator. The same purchase grants once; the
 * caller locks the buyer's row, so that two purchases wait for each other and neither term is lost. `isFirst`: this person has never
 * bought this creator before.
 */
export async function grantCreatorSubscription(
  tx: Tx,
  grant: CreatorSubscriptionGrant,
): Promise<{ startsAt: Date; endsAt: Date; isFirst: boolean }> {
  await tx.selectFrom('profiles').select('id').where('id', '=', grant.accountId).forUpdate().executeTakeFirstOrThrow()
  const granted = await tx
    .selectFrom('creator_subscriptions')
    .select(['starts_at', 'ends_at'])
    .where('purchase_id', '=', grant.purchaseId)
    .executeTakeFirst()
  if (granted) return { startsAt: granted.starts_at, endsAt: granted.ends_at, isFirst: false }
  const current = await tx
    .selectFrom('creator_subscriptions')
    .select([
      sql<Date | null>`max(ends_at) filter (where status = 'active')`.as('ends_at'),
      sql<boolean>`count(*) = 0`.as('is_first'),
    ])
    .where('user_id', '=', grant.accountId)
    .where('creator_id', '=', grant.creatorId)
    .executeTakeFirstOrThrow()
  const term = termOfCreatorSubscription(grant.paidAt, current.ends_at)
  await tx
    .insertInto('creator_subscriptions')
    .values({
      id: newId(),
      user_id: grant.accountId,
      creator_id: grant.creatorId,
      purchase_id: grant.purchaseId,
      price_minor: grant.priceMinor,
      starts_at: term.startsAt,
      ends_at: term.endsAt,
      next_earning_day: dayAfter(kampalaDay(term.startsAt), 1),
    })
    .execute()
  await enqueue(tx, 'welcome_fan', { creatorId: grant.creatorId, fanId: grant.accountId })
  return { ...term, isFirst: current.is_first }
}
