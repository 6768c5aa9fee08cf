import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Actor, Person } from './actor.ts'
import { lockSession } from './internal/lock-session.server.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.server.ts'
import { renewToken } from './internal/renew-token.server.ts'
import { needsSecondFactor } from './roles.ts'
import { workingRole } from './second-factor-policy.ts'
import { factorFacts } from './verify-second-factor.server.ts'

export type SignedOutEverywhere = {
  ended: number
  passkeysRemoved: number
  /** Passkeys of staff that stay until a fresh proof: they are the second factor. */
  passkeysKept: number
  /** This session's new token: a copy of its former cookie ends as the other sessions do. */
  sessionToken: string
}

/**
 * The emergency exit: ends every other session and every copy of this one's cookie, and removes the passkeys, whoever added them. Members
 * need no fresh proof for it, since a mailed code always lets them sign in again. A passkey of staff is the second factor, which a stolen
 * cookie alone must not remove: it is removed only after a fresh proof.
 */
export function signOutEverywhere(actor: Actor): Promise<Result<SignedOutEverywhere, { kind: 'no_user_logged_in' }>> {
  if (!actor) return Promise.resolve(refuse({ kind: 'no_user_logged_in' }))
  return inTransaction(async (tx) => {
    const sessionToken = (await lockSession(tx, actor)) ? await renewToken(tx, actor.sessionId) : null
    if (!sessionToken) return refuse({ kind: 'no_user_logged_in' })
    const { numUpdatedRows } = await tx
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`app_now()`, ended_because: 'ended_elsewhere' })
      .where('profile_id', '=', actor.id)
      .where('id', '<>', actor.sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    const ended = Number(numUpdatedRows)
    const passkeys = await removePasskeys(tx, actor)
    await publish(tx, {
      actorId: actor.id,
      event: 'other_sessions_ended',
      objectId: actor.id,
      detail: { ended, passkeysRemoved: passkeys.passkeysRemoved },
    })
    return ok({ ended, ...passkeys, sessionToken })
  })
}

async function removePasskeys(
  tx: Tx,
  actor: Person,
): Promise<Pick<SignedOutEverywhere, 'passkeysRemoved' | 'passkeysKept'>> {
  const facts = await factorFacts(actor.id, tx)
  const role = workingRole(actor)
  if (facts.passkeys === 0) return { passkeysRemoved: 0, passkeysKept: 0 }
  if (role !== null && !actor.freshlyProved) return { passkeysRemoved: 0, passkeysKept: facts.passkeys }
  await tx.deleteFrom('passkeys').where('profile_id', '=', actor.id).execute()
  const payload = { person: { id: actor.id, email: actor.email } }
  await publish(tx, { actorId: actor.id, event: 'passkeys_removed', objectId: actor.id, payload })
  if (!facts.totp) {
    await forgetRecoveryCodes(tx, actor.id)
    // The session's verified factor is reset: where the role requires one, the next request asks for it.
    if (role !== null && needsSecondFactor(role))
      await tx.updateTable('sessions').set({ mfa_at: null }).where('id', '=', actor.sessionId).execute()
  }
  return { passkeysRemoved: facts.passkeys, passkeysKept: 0 }
}
