import { publish } from '#app/domain/events/publish.server.ts'
import { lockAccountStatus, setAccountStatus } from '#app/domain/identity/account-status.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isRightCode } from '#app/platform/mailed-code.server.ts'
import { deletionFactsOf } from './internal/deletion-facts.server.ts'
import { mailCancelLink } from './internal/mail-cancel-link.server.ts'
import { findAskedDeletion } from './queries.server.ts'
import { canDeleteAccount } from './policy.ts'

export type ConfirmRefusal = {
  kind: 'sign_in_required' | 'staff' | 'not_active' | 'something_open' | 'invalid_code' | 'nothing_asked'
}

/**
 * Closes the account now and erases it when the waiting time is over: hidden from everybody, signed out everywhere. The mailed link
 * cancels it until then.
 */
export async function confirmDeletion(actor: Actor, code: string): Promise<Result<{ dueAt: Date }, ConfirmRefusal>> {
  if (!actor) return refuse({ kind: 'sign_in_required' })
  const asked = await findAskedDeletion(actor.id)
  if (!asked) return refuse({ kind: 'nothing_asked' })
  // Counted before it is compared, so that parallel guesses get no more tries than sequential ones.
  const counted = await db
    .updateTable('account_deletions')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', asked.id)
    .where('state', '=', 'asked')
    .where('attempts', '<', PRIVACY.triesPerCode)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  if (!counted || !isRightCode('deletion', counted, code)) return refuse({ kind: 'invalid_code' })

  return inTransaction(async (tx) => {
    await advisoryLock(tx, `account deletion ${actor.id}`)
    const accountStatus = await lockAccountStatus(tx, actor.id)
    const verdict = canDeleteAccount({ ...actor, accountStatus }, await deletionFactsOf(tx, actor.id))
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    const dueAt = addDays(now(), PRIVACY.coolingOffDays)
    const taken = await tx
      .updateTable('account_deletions')
      .set({ state: 'waiting', code_hash: null, confirmed_at: now(), due_at: dueAt })
      .where('id', '=', asked.id)
      .where('state', '=', 'asked')
      .returning('id')
      .executeTakeFirst()
    if (!taken) return refuse({ kind: 'nothing_asked' })
    await setAccountStatus(tx, actor.id, { accountStatus: 'closed' })
    await publish(tx, {
      actorId: actor.id,
      event: 'account_closed',
      objectId: asked.id,
    })
    await mailCancelLink(tx, { id: asked.id, email: actor.email, dueAt })
    return ok({ dueAt })
  })
}
