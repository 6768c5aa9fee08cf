import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockPayout } from './internal/payout-row.server.ts'
import { fail } from './internal/settle-payout.server.ts'
import { findTransfer, syncPayoutStatus } from './sync-payout-status.server.ts'
import { canRunPayout, type RunDenial } from './policy.ts'
import { RELEASE_HOURS } from './schedule.ts'

export type ReleaseRefusal =
  | { kind: 'not_permitted'; reason: RunDenial }
  | { kind: 'not_there' | 'not_lost' | 'too_early' | 'found' | 'gateway_silent' }

/**
 * Staff releases a payout that the gateway has not known for a day. The gateway is checked once more first, and only its clear "never seen"
 * counts.
 */
export async function releasePayout(actor: Actor, payoutId: string): Promise<Result<null, ReleaseRefusal>> {
  if (!isId(payoutId)) return refuse({ kind: 'not_there' })
  const payout = await db
    .selectFrom('payouts')
    .select(['creator_id', 'reference'])
    .where('id', '=', payoutId)
    .executeTakeFirst()
  if (!payout) return refuse({ kind: 'not_there' })
  const verdict = canRunPayout(actor, payout.creator_id)
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  const found = await findTransfer(payout.reference, null)
  if (found.kind === 'ok') {
    await syncPayoutStatus(payoutId)
    return refuse({ kind: 'found' })
  }
  if (found.kind !== 'not_found') return refuse({ kind: 'gateway_silent' })
  return inTransaction(async (tx) => {
    const row = await lockPayout(tx, payoutId)
    if (!row || row.state !== 'unknown' || row.provider_id !== null) return refuse({ kind: 'not_lost' })
    if (!row.claimed_at || now().getTime() - row.claimed_at.getTime() < RELEASE_HOURS * 3_600_000)
      return refuse({ kind: 'too_early' })
    await fail(tx, row, 'never_arrived')
    await publish(tx, {
      actorId: actor!.id,
      event: 'payout_released',
      objectId: row.id,
      detail: { lookups: row.lookups },
    })
    return ok(null)
  })
}
