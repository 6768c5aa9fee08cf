import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isCreator, lockAccountsOf } from './internal/accounts.server.ts'
import { type AccountDenial, canSetPayoutAccount } from './policy.ts'

export type RetryAccountRefusal =
  | { kind: 'not_permitted'; reason: AccountDenial }
  /** The account in use can receive payments, or there is none. */
  | { kind: 'not_refused' }

/** A creator confirms that the refused account is right: the next weekly run pays to it again. */
export function retryPayoutAccount(actor: Actor): Promise<Result<null, RetryAccountRefusal>> {
  return inTransaction(async (tx) => {
    const verdict = canSetPayoutAccount(actor, actor !== null && (await isCreator(tx, actor.id)))
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const creatorId = actor!.id
    await lockAccountsOf(tx, creatorId)
    const account = await tx
      .updateTable('payout_accounts')
      .set({ refused_at: null, refused_reason: null, retried_at: now() })
      .where('creator_id', '=', creatorId)
      .where('state', '=', 'in_use')
      .where('refused_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!account) return refuse({ kind: 'not_refused' })
    await publish(tx, {
      actorId: creatorId,
      event: 'payout_account_retried',
      objectId: account.id,
    })
    return ok(null)
  })
}
