import type { Tx } from '#app/platform/db.server.ts'
import { dayAfter, earnedAfter, feeOfPart, kampalaDay } from './creator-subscription.ts'

/** The part of a subscription in one earning; minor units of shillings. */
export type EarnedOf = { causeKind: string; causeId: string; grossMinor: bigint; netMinor: bigint }

export type EndedSubscription = {
  creatorId: string
  /** The unearned revenue that ends now. */
  owedMinor: bigint
  /** What was refunded into the fan's wallet before, because the creator was hidden. */
  inWalletMinor: bigint
  /** What the creator has earned of it, newest day first. */
  earned: EarnedOf[]
}

/** A refunded subscription ends now, and its access too. Once; one that ended before has nothing unearned. */
export async function endCreatorSubscription(tx: Tx, purchaseId: string, at: Date): Promise<EndedSubscription> {
  const term = await tx
    .selectFrom('creator_subscriptions')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const earned = await listEarned(tx, term)
  const creatorId = term.creator_id
  if (term.status !== 'active')
    return {
      creatorId,
      owedMinor: 0n,
      inWalletMinor: term.status === 'rest_refunded' ? term.refunded_minor : 0n,
      earned,
    }
  const owedMinor = term.price_minor - term.earned_minor - term.refunded_minor
  await tx
    .updateTable('creator_subscriptions')
    .set({
      status: 'refunded',
      ended_early_at: at,
      next_earning_day: null,
      refunded_minor: term.refunded_minor + owedMinor,
      ended_refund_minor: owedMinor,
    })
    .where('id', '=', term.id)
    .execute()
  return { creatorId, owedMinor, inWalletMinor: 0n, earned }
}

/** A bank had reversed the charge and was wrong: the term counts again, and earns the days that it missed. */
export async function reinstateCreatorTerm(tx: Tx, purchaseId: string): Promise<void> {
  const term = await tx
    .selectFrom('creator_subscriptions')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'refunded')
    .forUpdate()
    .executeTakeFirst()
  if (!term) return
  await tx
    .updateTable('creator_subscriptions')
    .set({
      status: 'active',
      ended_early_at: null,
      next_earning_day: term.earned_days < 30 ? dayAfter(kampalaDay(term.starts_at), term.earned_days + 1) : null,
      refunded_minor: term.refunded_minor - term.ended_refund_minor,
      ended_refund_minor: 0n,
    })
    .where('id', '=', term.id)
    .execute()
}

type Term = { id: string; creator_id: string; price_minor: bigint; starts_at: Date; earned_minor: bigint }

/** The earned parts of a term, from the days that contain them; the last may have been posted when it ended early. */
async function listEarned(tx: Tx, term: Term): Promise<EarnedOf[]> {
  const first = dayAfter(kampalaDay(term.starts_at), 1)
  const days = await tx
    .selectFrom('creator_subscription_days')
    .select(['id', 'day', 'fee_basis_points'])
    .where('creator_id', '=', term.creator_id)
    .where('day', '>=', first)
    .where('day', '<', dayAfter(first, 30))
    .orderBy('day')
    .execute()
  const atEnd = await tx
    .selectFrom('earnings')
    .select(['gross_minor', 'net_minor'])
    .where('cause_kind', '=', 'creator_subscription')
    .where('cause_id', '=', term.id)
    .executeTakeFirst()
  const daily = term.earned_minor - (atEnd?.gross_minor ?? 0n)
  const earned: EarnedOf[] = []
  let found = 0n
  for (let count = 1; found < daily && count <= 30; count += 1) {
    const grossMinor = earnedAfter(term.price_minor, count) - earnedAfter(term.price_minor, count - 1)
    const day = days.find((one) => one.day === dayAfter(first, count - 1))
    if (!day || grossMinor === 0n) continue
    const netMinor = grossMinor - feeOfPart(grossMinor, day.fee_basis_points)
    earned.push({ causeKind: 'creator_subscription_day', causeId: day.id, grossMinor, netMinor })
    found += grossMinor
  }
  if (atEnd)
    earned.push({
      causeKind: 'creator_subscription',
      causeId: term.id,
      grossMinor: atEnd.gross_minor,
      netMinor: atEnd.net_minor,
    })
  return earned.toReversed()
}
